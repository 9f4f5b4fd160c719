"use client";

import { Pause, Play, SkipBack, SkipForward } from "lucide-react";
import { useStore } from "zustand";
import type { Replay } from "@/lib/client/replay";
import { formatClock } from "../ui/format-time";
import { IconButton } from "../ui/icon-button";
import { SegmentedControl } from "../ui/segmented-control";

const SPEEDS = ["1", "4", "16"] as const;
type Speed = (typeof SPEEDS)[number];

/** Plays the stored events again: play, pause, single steps, a slider over all of them. Nothing is executed. */
export function ReplayControls({ replay }: { replay: Replay }) {
  const { total, position, playing, speed, at } = useStore(replay.state);
  const chosen = SPEEDS.find((value) => Number(value) === speed) ?? "1";
  return (
    <section
      aria-label="Replay"
      className="flex flex-wrap items-center gap-x-2 gap-y-1 border-t bg-card px-3 py-1.5 text-xs"
    >
      <IconButton
        label="One event back"
        size="iconSm"
        disabled={position === 0}
        onClick={() => replay.seek(position - 1)}
      >
        <SkipBack aria-hidden />
      </IconButton>
      <IconButton
        label={playing ? "Pause" : "Play as it happened"}
        variant="primary"
        size="iconSm"
        disabled={total === 0}
        onClick={() => (playing ? replay.pause() : replay.play())}
      >
        {playing ? <Pause aria-hidden className="fill-current" /> : <Play aria-hidden className="fill-current" />}
      </IconButton>
      <IconButton
        label="One event on"
        size="iconSm"
        disabled={position >= total}
        onClick={() => replay.seek(position + 1)}
      >
        <SkipForward aria-hidden />
      </IconButton>
      <input
        type="range"
        aria-label="Event shown"
        aria-valuetext={`Event ${position} of ${total}`}
        min={0}
        max={total}
        value={position}
        onChange={(event) => replay.seek(Number(event.target.value))}
        className="min-w-24 flex-1 accent-primary"
      />
      <span className="text-muted-foreground tabular-nums">
        {position} / {total}
        <span suppressHydrationWarning>{at === undefined ? "" : ` · ${formatClock(at)}`}</span>
      </span>
      <SegmentedControl<Speed>
        label="Speed"
        value={chosen}
        onValueChange={(value) => replay.setSpeed(Number(value))}
        options={SPEEDS.map((value) => ({ value, label: `${value}×` }))}
      />
    </section>
  );
}
