"use client";

import { useEffect, useState } from "react";
import { ChangesView } from "@/components/sandbox/changes-view";
import { FileTree } from "@/components/sandbox/file-tree";
import { FileViewer } from "@/components/sandbox/file-viewer";
import { ImportMenu } from "@/components/sandbox/import-menu";
import { PreviewPane } from "@/components/sandbox/preview-pane";
import { RunningTerminals } from "@/components/sandbox/running-terminals";
import { StorageMeter } from "@/components/sandbox/storage-meter";
import { TerminalPane } from "@/components/sandbox/terminal-pane";
import { fail, ok } from "@/lib/core/errors/result";
import type { FileChange, Sandbox } from "@/lib/core/sandbox/sandbox";
import { exampleSessions } from "@/lib/examples/example-sessions";
import { loadSandbox } from "@/lib/sandbox/load-sandbox";
import { Specimen } from "../specimen";
import { SAMPLE_PNG } from "./sample-calls";
import { sampleDesk } from "./sample-desk";

const [EXAMPLE] = exampleSessions;

/** The workspace panes over a real sandbox that holds awkward files. */
export function FilesSection() {
  const [sandbox, setSandbox] = useState<Sandbox>();
  const [revision, setRevision] = useState(0);
  const [openPath, setOpenPath] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [terminals] = useState(() => new RunningTerminals());
  useEffect(() => () => terminals.closeAll(), [terminals]);
  useEffect(() => {
    let opened: Sandbox | undefined;
    let gone = false;
    loadSandbox({ kind: "virtual", sessionId: "gallery", files: awkwardFiles() }).then(
      (loaded) => {
        opened = loaded.sandbox;
        if (gone) void opened.dispose();
        else {
          opened.watch(() => setRevision((value) => value + 1));
          setSandbox(opened);
        }
      },
      (error: unknown) => setProblem(String(error)),
    );
    return () => {
      gone = true;
      void opened?.dispose();
    };
  }, []);
  if (problem !== undefined) return <p role="alert">{problem}</p>;
  if (sandbox === undefined) return <p>Starting the sandbox</p>;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-2">
      <Specimen caption="Tree, with a folder of 20,000 files">
        <div className="flex h-96 flex-col rounded-md border bg-card">
          <ImportMenu
            title={EXAMPLE.title}
            importFiles={async (files) => ok({ files: files.size, bytes: 0, skipped: [] })}
            importZip={async () =>
              ok({
                files: 12,
                bytes: 4096,
                skipped: [{ code: "unsafe-path", message: "../evil.txt: leaves the workspace" }],
              })
            }
            exportZip={async () => fail("quota", "There is no room to make the zip.")}
          >
            <FileTree
              sandbox={sandbox}
              revision={revision}
              changes={CHANGES}
              openPath={openPath}
              onOpen={setOpenPath}
            />
          </ImportMenu>
          <StorageMeter storage={{ kind: "opfs", bytes: 12_400_000, quota: 900_000_000, problem: undefined }} />
        </div>
      </Specimen>
      <Specimen caption="File">
        <div className="flex h-96 flex-col rounded-md border bg-card">
          {openPath === undefined ? (
            <p className="p-3 text-muted-foreground">Open a file.</p>
          ) : (
            <FileViewer sandbox={sandbox} path={openPath} revision={revision} onClose={() => setOpenPath(undefined)} />
          )}
        </div>
      </Specimen>
      <Specimen caption="Terminal">
        <div className="flex h-80 flex-col rounded-md border bg-card">
          <TerminalPane sandbox={sandbox} sessionId="gallery" terminals={terminals} onOpen={setOpenPath} />
        </div>
      </Specimen>
      <Specimen caption="Preview, nothing served">
        <div className="flex h-60 flex-col rounded-md border bg-card">
          <PreviewPane ports={[]} />
        </div>
      </Specimen>
      <Specimen caption="Changes">
        <div className="flex h-80 flex-col rounded-md border bg-card">
          <ChangesView sandbox={sandbox} revision={revision} desk={changedDesk} onOpen={setOpenPath} />
        </div>
      </Specimen>
      <Specimen caption="No changes">
        <div className="rounded-md border bg-card">
          <ChangesView sandbox={sandbox} revision={revision} desk={unchangedDesk} />
        </div>
      </Specimen>
      <Specimen caption="Storage is full, storage is not there">
        <div className="grid gap-2 rounded-md border bg-card">
          <StorageMeter
            storage={{
              kind: "opfs",
              bytes: 96_000_000,
              quota: 100_000_000,
              problem: {
                code: "quota",
                message: "The last change was not saved: the store is full.",
                fix: "Save a zip, then remove files.",
              },
            }}
          />
          <StorageMeter storage={{ kind: "none", bytes: 1200, quota: undefined, problem: undefined }} />
        </div>
      </Specimen>
    </div>
  );
}

const CHANGES: FileChange[] = [
  { path: `/workspace/${Object.keys(EXAMPLE.workspace)[0] ?? ""}`, kind: "changed" },
  { path: "/workspace/awkward/new.txt", kind: "created" },
  { path: "/workspace/gone.md", kind: "removed" },
  { path: "/workspace/awkward/image.png", kind: "created" },
];

const baselineFile = (path: string) =>
  path.endsWith("new.txt") ? undefined : new TextEncoder().encode("# Before\n\nThis is how it was.\n");

const changedDesk = sampleDesk(CHANGES, baselineFile);
const unchangedDesk = sampleDesk([], baselineFile);

function awkwardFiles(): Map<string, Uint8Array | string> {
  const files = new Map<string, Uint8Array | string>(Object.entries(EXAMPLE.workspace));
  files.set("awkward/not-utf8.txt", new Uint8Array([0x63, 0x61, 0x66, 0xe9, 0x0a]));
  files.set(
    "awkward/bytes.bin",
    Uint8Array.from({ length: 4096 }, (_, index) => index % 256),
  );
  files.set(
    "awkward/image.png",
    Uint8Array.from(atob(SAMPLE_PNG), (character) => character.charCodeAt(0)),
  );
  files.set("awkward/new.txt", "one\ntwo\n");
  files.set("awkward/empty.txt", "");
  files.set("awkward/large.log", "a line of a large log file\n".repeat(760_000));
  files.set("awkward/one-long-line.json", `[${"1234567890,".repeat(40_000)}0]`);
  files.set("awkward/na\u200bme\u202e.txt", "a name that hides something\n");
  for (let index = 0; index < 20_000; index += 1) files.set(`many/file-${String(index).padStart(5, "0")}.txt`, "x");
  return files;
}
