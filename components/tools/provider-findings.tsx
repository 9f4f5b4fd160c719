"use client";

import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { DIALECTS, type DialectId } from "@/lib/core/schema/dialects/dialect";
import type { Effect, LintFinding } from "@/lib/core/schema/dialects/finding";
import { type LintVerdict, providerName } from "@/lib/core/schema/dialects/lint-tool";
import { toDialect } from "@/lib/core/schema/dialects/to-dialect";
import type { ToolSchema } from "@/lib/core/tool/tool-types";
import { SchemaView } from "./schema-view";

export interface ProviderFindingsProps {
  tool: ToolSchema;
  dialect: DialectId;
  verdict: LintVerdict;
  findings: readonly LintFinding[];
}

const EFFECTS: Record<Effect, { word: string; title: string }> = {
  same: { word: "same meaning", title: "The provider has another form for it; values are read back before the call." },
  looser: {
    word: "checked here",
    title: "The provider is told less, or only in words. What it sends is checked before the call all the same.",
  },
  narrower: { word: "not all of it", title: "Some values that the schema allows cannot be sent to this provider." },
};

const NOTHING_TO_DO = "Nothing has to be done";

/** What one provider makes of one tool: every place, why, what to write instead, and what is sent. */
export function ProviderFindings({ tool, dialect, verdict, findings }: ProviderFindingsProps) {
  const [isSentShown, setSentShown] = useState(false);
  const { label } = DIALECTS[dialect];
  return (
    <section aria-label={`${tool.name} with ${label}`} className="min-w-0">
      <h3 className="[overflow-wrap:anywhere]">
        <span className="font-medium font-mono text-xs">{tool.name}</span> with {label}
      </h3>
      <p aria-live="polite" className="text-muted-foreground">
        {summary(verdict, findings, label)}
      </p>
      {findings.length > 0 ? (
        <ul aria-label="What is different" className="mt-2 divide-y rounded-md border">
          {alike(findings).map(({ paths, finding }) => (
            <li className="grid gap-0.5 px-2.5 py-2" key={`${paths[0]} ${finding.rule} ${finding.message}`}>
              <div className="flex items-start gap-2">
                <p className="min-w-0 flex-1 font-medium font-mono text-xs leading-5 [overflow-wrap:anywhere]">
                  {paths.map((path) => (path === "" ? "the whole tool" : path)).join(", ")}
                </p>
                {finding.severity === "problem" ? (
                  <Badge tone="bad">left out</Badge>
                ) : (
                  <Badge title={EFFECTS[finding.effect].title} tone={finding.effect === "same" ? "neutral" : "outline"}>
                    {EFFECTS[finding.effect].word}
                  </Badge>
                )}
              </div>
              <p className="[overflow-wrap:anywhere]">
                {finding.message} <span className="font-mono text-2xs text-muted-foreground">{finding.rule}</span>
              </p>
              {finding.rewrite === undefined ? null : (
                <p className="text-muted-foreground [overflow-wrap:anywhere]">
                  Sent instead: {finding.rewrite.replace(/\.+$/, "")}.
                </p>
              )}
              <p className="text-muted-foreground [overflow-wrap:anywhere]">
                {finding.fix.startsWith(NOTHING_TO_DO) ? null : "Quick fix: "}
                <span className={finding.fix.startsWith(NOTHING_TO_DO) ? undefined : "text-foreground"}>
                  <FixText text={finding.fix} />
                </span>
              </p>
            </li>
          ))}
        </ul>
      ) : null}
      {verdict === "problem" ? null : (
        <div className="mt-2">
          <Button aria-expanded={isSentShown} onClick={() => setSentShown(!isSentShown)} size="sm" variant="ghost">
            <ChevronRight aria-hidden className={cn("transition-transform", isSentShown && "rotate-90")} />
            What {label} is told
          </Button>
          {isSentShown ? (
            <SchemaView name={providerName(tool.name, dialect)} schema={toDialect(tool.parameters, dialect).schema} />
          ) : null}
        </div>
      )}
    </section>
  );
}

/** What reads the same at several places stands once with all of them; the worst comes first. */
function alike(findings: readonly LintFinding[]): { paths: string[]; finding: LintFinding }[] {
  const groups = new Map<string, { paths: string[]; finding: LintFinding }>();
  for (const finding of findings) {
    const { rule, severity, effect, message, rewrite, fix } = finding;
    const key = JSON.stringify([rule, severity, effect, message, rewrite, fix]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { paths: [finding.path], finding });
    else group.paths.push(finding.path);
  }
  return [...groups.values()].sort((left, right) => weight(right.finding) - weight(left.finding));
}

function weight({ severity, effect }: LintFinding): number {
  if (severity === "problem") return 3;
  return effect === "narrower" ? 2 : effect === "looser" ? 1 : 0;
}

function summary(verdict: LintVerdict, findings: readonly LintFinding[], label: string): string {
  if (verdict === "ok") return "Taken as it stands: name, description and schema.";
  if (verdict === "problem") {
    return `${label} cannot be told of this tool${label === "OpenAI strict" ? " strictly; it is sent in the ordinary form" : "; the agent runs without it"}.`;
  }
  const lost = findings.filter(({ effect }) => effect === "narrower").length;
  if (lost > 0) return "Rewritten by itself. Not every value that the schema allows can be sent.";
  return findings.some(({ effect }) => effect === "looser")
    ? "Rewritten by itself. What the provider cannot be told is checked before the call."
    : "Rewritten by itself, with the same meaning. Nothing has to be done.";
}

/** Text with `code` in it. */
function FixText({ text }: { text: string }) {
  return text.split("`").map((part, at) =>
    at % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
      <code className="rounded-sm bg-muted px-1 font-mono text-xs" key={at}>
        {part}
      </code>
    ) : (
      part
    ),
  );
}
