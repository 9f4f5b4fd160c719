"use client";

import type { SecretFinding, SecretScan } from "@/lib/core/session/session-secrets";
import { Button } from "../ui/button";
import { Notice } from "../ui/notice";
import { renderVisible } from "../ui/render-visible";

const PLACES: Record<SecretFinding["place"], string> = {
  definition: "definition",
  workspace: "workspace",
  arguments: "arguments of a call",
};

/** Of files that were not looked into, so many are named. */
const NAMED = 5;

/** What a link would show that looks like a secret, place by place, and the question whether to make it all the same. */
export function SecretFindings({ scan, onAnswer }: { scan: SecretScan; onAnswer(goOn: boolean): void }) {
  const { findings, unread } = scan;
  return (
    <Notice announce title="This looks like it holds secrets" tone="bad">
      <p>Whoever has the link can read these places. A person has to say whether they are real.</p>
      <ul aria-label="Places that look like secrets" className="my-1.5 grid max-h-40 gap-0.5 overflow-auto text-xs">
        {findings.map((finding) => (
          <li key={`${finding.place} ${finding.name} ${finding.line} ${finding.kind}`}>
            <span className="font-mono">
              {renderVisible(finding.name)}
              {finding.place === "arguments" ? "" : `:${finding.line}`}
            </span>{" "}
            ({PLACES[finding.place]}): {finding.kind.toLowerCase().replaceAll("_", " ")}
          </li>
        ))}
      </ul>
      {unread.length === 0 ? null : (
        <p className="text-xs [overflow-wrap:anywhere]">
          {unread.length === 1 ? "1 file was" : `${unread.length.toLocaleString("en")} files were`} not looked into, too
          large or no text: <span className="font-mono">{renderVisible(unread.slice(0, NAMED).join(", "))}</span>
          {unread.length > NAMED ? ` and ${(unread.length - NAMED).toLocaleString("en")} more` : ""}.
        </p>
      )}
      <div className="mt-2 flex flex-wrap gap-2">
        <Button onClick={() => onAnswer(false)} size="sm">
          Make no link
        </Button>
        <Button onClick={() => onAnswer(true)} size="sm" variant="danger">
          Share them all the same
        </Button>
      </div>
    </Notice>
  );
}
