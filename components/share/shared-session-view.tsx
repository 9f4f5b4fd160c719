"use client";

import { GitFork, Lock } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Replay } from "@/lib/client/replay";
import type { Problem, Result } from "@/lib/core/errors/result";
import { Button } from "../ui/button";
import { formatMoment } from "../ui/format-time";
import { Notice } from "../ui/notice";
import { renderVisible } from "../ui/render-visible";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "../ui/tabs";
import { DefinitionReader } from "./definition-reader";
import { ReplayControls } from "./replay-controls";

export interface SharedSessionViewProps {
  title: string;
  createdAt: number;
  definition: Readonly<Record<string, string>>;
  /** The tree of the shared workspace with its open file; undefined when the link carries none. */
  workspace: ReactNode;
  /** The run, up to the replayed event. */
  timeline: ReactNode;
  replay: Replay;
  /** Copies the session into the reader's own; on success the page goes there. */
  onFork(): Promise<Result<unknown>>;
}

/** A shared session: what was written, the files, and the run as it happened. Nothing of it is executed. */
export function SharedSessionView(props: SharedSessionViewProps) {
  const { title, createdAt, definition, workspace, timeline, replay, onFork } = props;
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const fork = async () => {
    setBusy(true);
    setProblem(undefined);
    const answer = await onFork();
    setBusy(false);
    if (!answer.ok) setProblem(answer.problem);
  };
  const run = (
    <div className="flex min-h-0 flex-1 flex-col">
      {timeline}
      <ReplayControls replay={replay} />
    </div>
  );
  return (
    <main className="flex h-dvh flex-col bg-background">
      <header className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-b bg-card px-3 py-1.5">
        <h1 className="one-line font-semibold max-sm:flex-1">{renderVisible(title)}</h1>
        <p className="flex min-w-0 flex-1 items-center gap-1.5 text-muted-foreground text-xs max-sm:order-last max-sm:basis-full">
          <Lock aria-hidden className="size-3.5 shrink-0" />
          <span>
            Shared <span suppressHydrationWarning>{formatMoment(createdAt)}</span>. Read-only: nothing here is executed.{" "}
            {workspace === undefined
              ? "A copy starts without files: this link carries none."
              : "A copy starts with the files as they were when the link was made, not as they were at a step."}
          </span>
        </p>
        <Button variant="primary" busy={busy} onClick={() => void fork()}>
          <GitFork aria-hidden />
          Make it mine
        </Button>
      </header>
      {problem === undefined ? null : (
        <Notice tone="bad" className="m-2" title={problem.message}>
          {problem.fix}
        </Notice>
      )}
      <div className="hidden min-h-0 flex-1 md:flex">
        <section aria-label="Definition and files" className="flex w-[44%] min-w-0 flex-col border-r">
          <Tabs defaultValue="definition" className="flex-1">
            <TabsList aria-label="What is shown">
              <TabsTrigger value="definition">Definition</TabsTrigger>
              <TabsTrigger value="files">Files</TabsTrigger>
            </TabsList>
            <TabsContent value="definition" className="flex flex-col">
              <DefinitionReader files={definition} />
            </TabsContent>
            <TabsContent value="files" className="flex flex-col">
              {workspace ?? <NoWorkspace />}
            </TabsContent>
          </Tabs>
        </section>
        <section aria-label="The run as it happened" className="flex min-w-0 flex-1 flex-col">
          {run}
        </section>
      </div>
      <Tabs defaultValue="run" className="flex-1 md:hidden">
        <TabsList aria-label="What is shown">
          <TabsTrigger value="run">Run</TabsTrigger>
          <TabsTrigger value="definition">Definition</TabsTrigger>
          <TabsTrigger value="files">Files</TabsTrigger>
        </TabsList>
        <TabsContent value="run" className="flex flex-col">
          {run}
        </TabsContent>
        <TabsContent value="definition" className="flex flex-col">
          <DefinitionReader files={definition} />
        </TabsContent>
        <TabsContent value="files" className="flex flex-col">
          {workspace ?? <NoWorkspace />}
        </TabsContent>
      </Tabs>
    </main>
  );
}

function NoWorkspace() {
  return <p className="p-3 text-muted-foreground">This link was made without the workspace.</p>;
}
