"use client";

import { AgentComposer } from "@/components/run/agent-composer";
import { RunEndNotice } from "@/components/run/run-end-notice";
import { foldEvents } from "@/lib/core/agent/fold-event";
import type { RunState } from "@/lib/core/agent/run-state";
import { fail, ok } from "@/lib/core/errors/result";
import { Specimen } from "../specimen";
import { finishedLog, SampleLog, waitingLog } from "./sample-events";

const run = (log: SampleLog): RunState | undefined => foldEvents(log.events).runs.at(-1);
const done = async () => ok(undefined);

export function ComposerSection() {
  const open = run(new SampleLog(Date.now()).start("r_open", "Go").step("r_open", 1));
  const ended = run(finishedLog());
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Specimen caption="Before the first run, with examples">
        <AgentComposer
          run={undefined}
          examples={["Find every TODO and write them to notes.md", "Rename price to total"]}
          note="No key needed: the scripted model will use your tools."
          onRun={done}
          onStop={done}
        />
      </Specimen>
      <Specimen caption="Running">
        <AgentComposer run={open} onRun={done} onStop={done} onDenyAndRun={done} />
      </Specimen>
      <Specimen caption="A request waits; sending asks what to do">
        <AgentComposer run={run(waitingLog())} onRun={done} onStop={done} onDenyAndRun={done} />
      </Specimen>
      <Specimen caption="Open, but nobody drives it">
        <AgentComposer run={open} undriven onRun={done} onStop={done} onContinueRun={done} />
      </Specimen>
      <Specimen caption="Nothing can run">
        <AgentComposer
          run={ended}
          unavailable="The definition does not load: fix the error in agent.ts first."
          onRun={done}
          onStop={done}
        />
      </Specimen>
      <Specimen caption="The server refused">
        <AgentComposer
          run={ended}
          onRun={async () => fail("busy", "Another run is open.", { fix: "Stop it first." })}
          onStop={done}
        />
      </Specimen>
      {ended === undefined
        ? null
        : (["finished", "stopped", "step-limit", "budget", "failed", "waiting"] as const).map((reason) => (
            <Specimen key={reason} caption={`Ended: ${reason}`}>
              <RunEndNotice
                run={{
                  ...ended,
                  end: {
                    reason,
                    by: reason === "stopped" ? "you" : undefined,
                    error:
                      reason === "failed" ? { code: "rate-limited", message: "The provider answered 429." } : undefined,
                  },
                }}
                actions={{ sendPrompt: () => undefined }}
              />
            </Specimen>
          ))}
    </div>
  );
}
