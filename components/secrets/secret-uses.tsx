"use client";

import type { SecretUseEntry } from "@/lib/core/session/session-secrets";
import { Button } from "../ui/button";
import { RelativeTime } from "../ui/relative-time";

/** Every time that a value was put into a request: when, by which tool, where to. */
export function SecretUses({
  uses,
  onShowCall,
}: {
  uses: readonly SecretUseEntry[];
  onShowCall?(runId: string, callId: string): void;
}) {
  return (
    <section aria-label="Uses" className="grid gap-1.5">
      <h3 className="font-medium text-sm">Uses</h3>
      {uses.length === 0 ? (
        <p className="text-muted-foreground text-xs">
          None yet. Each time a value is put into a request it is written down here, with the tool and the host, also
          when the request then does not arrive.
        </p>
      ) : (
        <ol className="divide-y overflow-auto sm:max-h-56 rounded-md border bg-card">
          {uses.map((use) => (
            <li className="flex flex-wrap items-center gap-x-2 px-3 py-1.5 text-xs" key={use.id}>
              <span className="min-w-0 font-medium font-mono [overflow-wrap:anywhere] max-sm:flex-1">{use.name}</span>
              <span className="min-w-0 flex-1 [overflow-wrap:anywhere] max-sm:order-last max-sm:basis-full max-sm:pb-1">
                used by <span className="font-mono">{use.tool}</span>, for{" "}
                <span className="font-mono">{use.target}</span>
              </span>
              <span className="text-muted-foreground">
                <RelativeTime at={use.at} />
              </span>
              {onShowCall === undefined ? null : (
                <Button
                  aria-label={`Show the call of ${use.tool} that used ${use.name}`}
                  onClick={() => onShowCall(use.runId, use.callId)}
                  size="sm"
                  variant="ghost"
                >
                  Show
                </Button>
              )}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
