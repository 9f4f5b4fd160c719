"use client";

import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { type HealthFacts, healthLines, worstState } from "./health-lines";

const WORDS = { good: "Ready", busy: "Starting", bad: "Trouble" } as const;
const LIGHTS = {
  good: "bg-good",
  busy: "border-[1.5px] border-control bg-transparent",
  bad: "bg-danger",
} as const;
const LINE_WORDS = { good: "ok", busy: "wait", bad: "trouble" } as const;
const TONES = { good: "good", busy: "neutral", bad: "bad" } as const;

/** One light for everything a session needs, with the cause and the fix behind it. */
export function HealthLight(facts: HealthFacts) {
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
      <PopoverContent aria-label="Runtime" className="w-80 p-0">
        <dl className="divide-y">
          {lines.map((line) => (
            <div className="flex items-start gap-2 px-3 py-2" key={line.part}>
              <dt className="w-20 shrink-0 font-medium">{line.part}</dt>
              <dd className="min-w-0 flex-1">
                <p className="[overflow-wrap:anywhere]">{line.cause}</p>
                {line.fix ? <p className="text-muted-foreground [overflow-wrap:anywhere]">{line.fix}</p> : null}
              </dd>
              <Badge tone={TONES[line.state]}>{LINE_WORDS[line.state]}</Badge>
            </div>
          ))}
        </dl>
      </PopoverContent>
    </Popover>
  );
}
