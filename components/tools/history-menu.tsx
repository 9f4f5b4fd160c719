"use client";

import { History } from "lucide-react";
import { Badge, type BadgeTone } from "@/components/ui/badge";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { IconButton } from "@/components/ui/icon-button";
import { RelativeTime } from "@/components/ui/relative-time";

export interface ArgumentsHistoryEntry {
  callId: string;
  at: number;
  argumentsText: string;
  /** How it ended: the word and tone of `callLabel`. */
  word: string;
  tone: BadgeTone;
}

const SHOWN = 20;

/** The arguments of earlier calls; choosing one puts it in place of the draft. */
export function HistoryMenu({
  entries,
  onChoose,
}: {
  entries: readonly ArgumentsHistoryEntry[];
  onChoose(argumentsText: string): void;
}) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <IconButton disabled={entries.length === 0} label="Earlier arguments">
          <History aria-hidden />
        </IconButton>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end" className="w-96 max-w-[calc(100vw-16px)]">
        <DropdownMenuLabel>Earlier calls by hand</DropdownMenuLabel>
        {entries.slice(0, SHOWN).map((entry) => (
          <DropdownMenuItem key={entry.callId} onSelect={() => onChoose(entry.argumentsText)}>
            <Badge tone={entry.tone}>{entry.word}</Badge>
            <code className="one-line flex-1 font-mono text-xs">{entry.argumentsText.replaceAll(/\s+/g, " ")}</code>
            <RelativeTime at={entry.at} className="shrink-0 text-2xs text-muted-foreground" />
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
