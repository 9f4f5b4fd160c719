"use client";

import { Command, KeyRound, Share2, Square } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { renderVisible } from "@/components/ui/render-visible";
import { Separator } from "@/components/ui/separator";
import type { ModelOption, SaveStatus } from "@/lib/client/workbench-types";
import type { ModelChoice, Usage } from "@/lib/core/agent/event";
import type { Result } from "@/lib/core/errors/result";
import { HealthLight, type HealthLightProps } from "./health-light";
import { ModelMenu } from "./model-menu";
import { RuntimeMenu, type RuntimeMenuProps } from "./runtime-menu";
import { SaveIndicator } from "./save-indicator";
import { SessionName } from "./session-name";
import { ThemeMenu } from "./theme-menu";

export interface TopBarProps {
  title: string;
  /** Absent in a read-only view. */
  onRename?(title: string): Promise<Result<void>>;
  save?: { status: SaveStatus; onRetry(): void };
  /** Absent where nothing runs. */
  health?: HealthLightProps;
  /** Where commands run; absent where nothing does. */
  runtime?: RuntimeMenuProps;
  model?: { options: readonly ModelOption[]; chosen: ModelChoice; onChoose(model: ModelChoice): void };
  /** Tokens of the run that is looked at. */
  usage?: Usage;
  /** Stops the run it names; absent while none is open. */
  stop?: { name: string; onStop(): void };
  onPalette(): void;
  /** Absent where the session is not one's own. */
  onSecrets?(): void;
  onShare?(): void;
  /** In place of Share, or beside it: "Make it mine". */
  children?: ReactNode;
}

const count = new Intl.NumberFormat("en");

/** The one bar on top: what session this is, how it is, which model, and the two buttons that must always be at hand. */
export function TopBar({
  title,
  onRename,
  save,
  health,
  runtime,
  model,
  usage,
  stop,
  onPalette,
  onSecrets,
  onShare,
  children,
}: TopBarProps) {
  const tokens = usage ? usage.inputTokens + usage.outputTokens : 0;
  return (
    <div className="flex min-w-0 flex-1 items-center gap-1">
      <Mark />
      <SessionName onRename={onRename} title={title} />
      {save ? <SaveIndicator onRetry={save.onRetry} save={save.status} /> : null}
      <div className="ml-auto flex min-w-0 shrink-0 items-center gap-1">
        {health ? <HealthLight {...health} /> : null}
        {runtime ? <RuntimeMenu {...runtime} /> : null}
        {model ? (
          <span className="hidden sm:block">
            <ModelMenu model={model.chosen} models={model.options} onChoose={model.onChoose} />
          </span>
        ) : null}
        {usage && tokens > 0 ? (
          <span
            className="hidden px-1.5 text-muted-foreground text-xs tabular-nums lg:inline"
            title={`${count.format(usage.inputTokens)} read, ${count.format(usage.outputTokens)} written`}
          >
            {count.format(tokens)} tokens
          </span>
        ) : null}
        <Separator className="mx-1 hidden md:block" orientation="vertical" />
        <span className="hidden sm:contents">
          <IconButton label="Find a command" onClick={onPalette} shortcut="mod+k">
            <Command aria-hidden className="size-4" />
          </IconButton>
          {onSecrets ? (
            <IconButton label="Secrets" onClick={onSecrets}>
              <KeyRound aria-hidden className="size-4" />
            </IconButton>
          ) : null}
          <ThemeMenu />
        </span>
        {stop ? (
          <Button
            aria-label={`Stop ${stop.name}`}
            onClick={stop.onStop}
            title={`Stop ${stop.name}`}
            variant="dangerOutline"
          >
            <Square aria-hidden className="size-3 fill-current" />
            <span className="max-[430px]:sr-only">Stop</span>
            <span className="one-line max-w-48 max-lg:sr-only">{renderVisible(stop.name)}</span>
          </Button>
        ) : null}
        {children}
        {onShare ? (
          <Button onClick={onShare}>
            <Share2 aria-hidden />
            <span className="max-sm:sr-only">Share</span>
          </Button>
        ) : null}
      </div>
    </div>
  );
}

/** The sign of the product: a wrench's jaw around a prompt. */
function Mark() {
  return (
    <svg aria-hidden="true" className="mx-1 size-5 shrink-0 text-primary" fill="none" viewBox="0 0 20 20">
      <rect fill="currentColor" height="20" rx="5" width="20" />
      <path
        d="M5.5 6.5 9 10l-3.5 3.5M11 13.5h3.5"
        stroke="var(--primary-foreground)"
        strokeLinecap="round"
        strokeLinejoin="round"
        strokeWidth="1.8"
      />
    </svg>
  );
}
