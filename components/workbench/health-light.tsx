"use client";

import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { type HealthAction, type HealthFacts, healthLines, worstState } from "./health-lines";

const WORDS = { good: "Ready", limited: "Ready", busy: "Starting", bad: "Trouble" } as const;
const LIGHTS = {
  good: "bg-good",
  limited: "border-[1.5px] border-good bg-transparent",
  busy: "border-[1.5px] border-control bg-transparent",
  bad: "bg-danger",
} as const;
const LINE_WORDS = { good: "ok", limited: "limited", busy: "wait", bad: "trouble" } as const;
const TONES = { good: "good", limited: "neutral", busy: "neutral", bad: "bad" } as const;

export interface HealthLightProps extends HealthFacts {
  /** Absent where nothing can be done about anything. */
  onAction?(action: HealthAction): void;
}

/** One light for everything a session needs, with the cause and the fix of each part behind it. */
export function HealthLight({ onAction, ...facts }: HealthLightProps) {
  const lines = healthLines(facts);
  const worst = worstState(lines);
  const culprit = lines.find((line) => line.state === worst && worst !== "good");
  return (
    <Popover>
      <PopoverTrigger asChild>
        <Button
          aria-label={`Runtime: ${WORDS[worst]}${culprit ? `, ${culprit.part}: ${culprit.cause}` : ""}`}
          size="sm"
          variant="ghost"
        >
          <span aria-hidden className={cn("size-2 rounded-full", LIGHTS[worst])} />
          <span className="max-md:sr-only">{WORDS[worst]}</span>
        </Button>
      </PopoverTrigger>
      <PopoverContent aria-label="Runtime" className="max-h-[80dvh] w-96 max-w-[calc(100vw-16px)] overflow-y-auto p-0">
        <dl className="divide-y">
          {lines.map((line) => (
            <div className="grid grid-cols-[4.75rem_1fr_auto] items-start gap-x-2 px-3 py-2" key={line.part}>
              <dt className="font-medium">{line.part}</dt>
              <dd className="min-w-0">
                <p className="[overflow-wrap:anywhere]">{line.cause}</p>
                {line.fix ? <p className="text-muted-foreground [overflow-wrap:anywhere]">{line.fix}</p> : null}
                {line.action && onAction ? (
                  <Button
                    className="mt-1"
                    onClick={() => line.action && onAction(line.action.id)}
                    size="sm"
                    aria-label={`${line.action.label}: ${line.part}`}
                  >
                    {line.action.label}
                  </Button>
                ) : null}
              </dd>
              <dd>
                <Badge tone={TONES[line.state]}>{LINE_WORDS[line.state]}</Badge>
              </dd>
            </div>
          ))}
        </dl>
      </PopoverContent>
    </Popover>
  );
}
