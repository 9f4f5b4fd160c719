"use client";

import { Bot, Files, History, Play, SquareTerminal, Wrench } from "lucide-react";
import { useMemo, useState } from "react";
import { EmptyState } from "@/components/ui/empty-state";
import { TimeStrip } from "@/components/workbench/time-strip";
import { TopBar } from "@/components/workbench/top-bar";
import { useWorkbenchLayout } from "@/components/workbench/use-workbench-layout";
import { waitingRequests } from "@/components/workbench/waiting-requests";
import { WatcherBanner } from "@/components/workbench/watcher-banner";
import { WorkbenchFrame } from "@/components/workbench/workbench-frame";
import { foldEvents } from "@/lib/core/agent/fold-event";
import { fail, ok } from "@/lib/core/errors/result";
import { SampleLog } from "./sample-events";

const filler = (title: string) => <EmptyState title={title}>This is where it goes.</EmptyState>;

const HOUR = 3_600_000;

/** Parallel calls, then one that waits since a moment ago. */
function openRun(): SampleLog {
  const log = new SampleLog(Date.now() - 7000).start("r_1", "Tidy the TODOs");
  log.add("r_1", { type: "step-start", step: 1 }, 300).say("r_1", 1, "I look around first.");
  log.call("r_1", 1, "find_todos", { path: "src" }, "3 found").call("r_1", 1, "Read", { path: "README.md" }, "text");
  log.add("r_1", { type: "step-end", step: 1, finish: "calls" }, 600).add("r_1", { type: "step-start", step: 2 }, 40);
  return log
    .say("r_1", 2, "Now the new name.")
    .ask("r_1", 2, "rename_symbol", { from: "a", to: "b" }, Date.now() + HOUR);
}

const UNREACHABLE = {
  code: "host-unreachable",
  message: "https://stackblitz.com cannot be reached from this browser.",
  fix: "Check the network, a content blocker or a proxy, then retry.",
};

/** The frame alone, with everything that can be wrong with it at once. */
export function WorkbenchSection() {
  const control = useWorkbenchLayout();
  const [log] = useState(() => foldEvents(openRun().events));
  const [palette, setPalette] = useState(false);
  const [title, setTitle] = useState("A session with a name that is rather longer than the bar has room for");
  const actions = useMemo(
    () => [
      {
        id: "oldest",
        label: "Go to the oldest request",
        group: "Requests",
        keys: "g a",
        perform: () => control.show("bottom", "agent"),
      },
      { id: "never", label: "Cannot be done now", group: "Requests", enabled: () => false, perform: () => {} },
    ],
    [control],
  );
  return (
    <WorkbenchFrame
      actions={actions}
      banner={<WatcherBanner onTakeOver={async () => fail("not-now", "The other tab does not answer.")} />}
      bottom={[
        { id: "call", label: "Call", icon: Play, content: filler("Call") },
        { id: "agent", label: "Agent", icon: Bot, content: filler("Agent") },
      ]}
      control={control}
      editor={filler("Editor")}
      left={[
        { id: "tools", label: "Tools", icon: Wrench, content: filler("Tools") },
        { id: "files", label: "Files", icon: Files, content: filler("Files") },
        { id: "runs", label: "Runs", icon: History, content: filler("Runs") },
      ]}
      palette={{ open: palette, onOpenChange: setPalette }}
      right={[
        { id: "terminal", label: "Terminal", icon: SquareTerminal, content: filler("Terminal"), keepMounted: true },
      ]}
      timeStrip={<TimeStrip log={log} onShowCall={() => {}} runId={undefined} />}
      topBar={
        <TopBar
          health={{
            toolHost: { phase: "restarting", reason: "a call ran past its deadline" },
            isolated: false,
            secure: true,
            live: "lost",
            workspace: {
              kind: "virtual",
              status: { phase: "ready" },
              storage: { kind: "opfs", bytes: 42_000_000, quota: 2_000_000_000, problem: undefined },
            },
          }}
          model={{
            options: [
              { provider: "scripted", model: "script.json", label: "Scripted" },
              {
                provider: "openai-compatible",
                model: "big",
                label: "big",
                unavailable: "No key is set on the server.",
              },
            ],
            chosen: { provider: "scripted", model: "script.json" },
            onChoose: () => {},
          }}
          runtime={{
            state: {
              offer: { host: "stackblitz.com" },
              phase: "unavailable",
              problem: UNREACHABLE,
              again: "retry",
              dismissed: true,
              openPorts: [],
            },
            onStart: () => {},
            onStop: () => {},
          }}
          onPalette={() => setPalette(true)}
          onRename={async (next) => {
            setTitle(next);
            return ok(undefined);
          }}
          onShare={() => {}}
          stop={{ name: "the agent", onStop: () => {} }}
          save={{
            status: { phase: "failed", problem: { code: "offline", message: "The server did not answer." } },
            onRetry: () => {},
          }}
          title={title}
          usage={{ inputTokens: 12_345, outputTokens: 678 }}
        />
      }
      waiting={waitingRequests(log).length}
    />
  );
}
