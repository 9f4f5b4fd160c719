"use client";

import { useMemo, useState } from "react";
import { RunList } from "@/components/run/run-list";
import { ToolList } from "@/components/tools/tool-list";
import { ResizableGroup, ResizableHandle, ResizablePanel } from "@/components/ui/resizable";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import type { SessionWorkbench } from "@/lib/client/create-workbench";
import { useStoreValue } from "@/lib/client/workbench-context";
import { exampleSessions } from "@/lib/examples/example-sessions";
import { AgentPane } from "./panes/agent-pane";
import { CallPane } from "./panes/call-pane";
import { ChangesPane } from "./panes/changes-pane";
import { EditorPane } from "./panes/editor-pane";
import { FilesPane } from "./panes/files-pane";
import { ShellPane } from "./panes/shell-pane";
import { useWaitingTitle } from "./use-waiting-title";

export function SessionScreen({ workbench }: { workbench: SessionWorkbench }) {
  const log = useStoreValue(workbench.runs, (state) => state.log);
  const title = useStoreValue(workbench.session, (state) => state.title);
  const described = useStoreValue(workbench.definition, (state) => state.described);
  const problems = useStoreValue(workbench.definition, (state) => state.problems);
  const selectedRunId = useStoreValue(workbench.runs, (state) => state.selectedRunId);
  const [tool, setTool] = useState<string>();
  const [bottom, setBottom] = useState("call");
  const waiting = useMemo(() => log.runs.filter((run) => run.status === "waiting").length, [log]);
  useWaitingTitle(title, waiting);
  const examples = exampleSessions.filter((example) => example.title === title).map((example) => example.prompt);

  return (
    <main className="flex h-dvh flex-col">
      <h1 className="border-b px-3 py-1.5 font-semibold">{title}</h1>
      <div className="min-h-0 flex-1">
        <ResizableGroup>
          <ResizablePanel defaultSize="18%">
            <Tabs defaultValue="tools" className="h-full">
              <TabsList>
                <TabsTrigger value="tools">Tools</TabsTrigger>
                <TabsTrigger value="files">Files</TabsTrigger>
                <TabsTrigger value="runs">Runs</TabsTrigger>
              </TabsList>
              <TabsContent value="tools">
                <ToolList tools={described?.tools} problems={problems} selected={tool} onSelect={setTool} />
              </TabsContent>
              <TabsContent value="files">
                <FilesPane />
              </TabsContent>
              <TabsContent value="runs">
                <RunList runs={log.runs} selectedRunId={selectedRunId} onSelect={workbench.selectRun} />
              </TabsContent>
            </Tabs>
          </ResizablePanel>
          <ResizableHandle label="Resize the left rail" />
          <ResizablePanel>
            <ResizableGroup orientation="vertical">
              <ResizablePanel>
                <EditorPane onRun={() => setBottom("call")} />
              </ResizablePanel>
              <ResizableHandle label="Resize the editor" orientation="vertical" />
              <ResizablePanel>
                <Tabs value={bottom} onValueChange={setBottom} className="h-full">
                  <TabsList>
                    <TabsTrigger value="call">Call</TabsTrigger>
                    <TabsTrigger value="agent">Agent</TabsTrigger>
                  </TabsList>
                  <TabsContent value="call" className="flex flex-col">
                    <CallPane tool={tool} />
                  </TabsContent>
                  <TabsContent value="agent">
                    <AgentPane examples={examples} />
                  </TabsContent>
                </Tabs>
              </ResizablePanel>
            </ResizableGroup>
          </ResizablePanel>
          <ResizableHandle label="Resize the right rail" />
          <ResizablePanel defaultSize="26%">
            <Tabs defaultValue="terminal" className="h-full">
              <TabsList>
                <TabsTrigger value="terminal">Terminal</TabsTrigger>
                <TabsTrigger value="changes">Changes</TabsTrigger>
              </TabsList>
              <TabsContent value="terminal">
                <ShellPane />
              </TabsContent>
              <TabsContent value="changes">
                <ChangesPane />
              </TabsContent>
            </Tabs>
          </ResizablePanel>
        </ResizableGroup>
      </div>
    </main>
  );
}
