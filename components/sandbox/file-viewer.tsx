"use client";

import { Download, Pencil, X } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import type { Sandbox } from "@/lib/core/sandbox/sandbox";
import { Button } from "../ui/button";
import { CodeBlock } from "../ui/code-block";
import { formatBytes } from "../ui/format-bytes";
import { IconButton } from "../ui/icon-button";
import { Notice } from "../ui/notice";
import { renderVisible } from "../ui/render-visible";
import { Spinner } from "../ui/spinner";
import { type FileContent, fileContent } from "./file-content";
import { HexView } from "./hex-view";
import { ImagePreview } from "./image-preview";
import { saveFile } from "./save-file";
import { TextEditor } from "./text-editor";
import { relativePath } from "./tree-rows";

export interface FileViewerProps {
  sandbox: Pick<Sandbox, "read" | "write" | "stat" | "cwd">;
  /** Absolute. */
  path: string;
  revision: number;
  line?: number;
  readOnly?: boolean;
  onClose?(): void;
}

/** Bytes up to which a file is read to be shown at all. */
const READ_LIMIT = 50_000_000;

type Loaded =
  | { phase: "reading" }
  | { phase: "read"; path: string; bytes: Uint8Array; content: FileContent }
  | { phase: "large"; size: number }
  | { phase: "failed"; message: string };

/** One workspace file: text with line numbers, an image, or its bytes. Text can be edited here. */
export function FileViewer({ sandbox, path, revision, line, readOnly = false, onClose }: FileViewerProps) {
  const [loaded, setLoaded] = useState<Loaded>({ phase: "reading" });
  const [editing, setEditing] = useState<string>();
  const name = relativePath(path, sandbox.cwd);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a moved revision means the file may have changed
  useEffect(() => {
    let current = true;
    const read = async (): Promise<Loaded> => {
      const { size } = await sandbox.stat(path);
      if (size > READ_LIMIT) return { phase: "large", size };
      const bytes = await sandbox.read(path);
      return { phase: "read", path, bytes, content: fileContent(bytes) };
    };
    read().then(
      (value) => {
        if (current) setLoaded(value);
      },
      (error: unknown) => {
        if (current) setLoaded({ phase: "failed", message: error instanceof Error ? error.message : String(error) });
      },
    );
    return () => {
      current = false;
    };
  }, [sandbox, path, revision]);

  const shown = loaded.phase === "read" && loaded.path !== path ? ({ phase: "reading" } as const) : loaded;
  const editable = !readOnly && shown.phase === "read" && shown.content.kind === "text";
  const isEditing = editing === path && editable;
  return (
    <section aria-label={`File ${name}`} className="flex h-full min-h-0 flex-1 flex-col bg-card">
      <header className="flex h-8 shrink-0 items-center gap-1 border-b px-2">
        <span className="one-line font-mono text-xs">{renderVisible(name)}</span>
        <span className="flex-1 whitespace-nowrap pl-2 text-muted-foreground text-xs">
          {shown.phase === "read" ? formatBytes(shown.bytes.length) : ""}
        </span>
        {editable && !isEditing ? (
          <Button size="sm" variant="ghost" onClick={() => setEditing(path)}>
            <Pencil aria-hidden />
            Edit
          </Button>
        ) : null}
        {shown.phase === "read" ? (
          <IconButton
            label={`Download ${name}`}
            size="iconSm"
            onClick={() => saveFile(name.split("/").at(-1) ?? name, shown.bytes)}
          >
            <Download aria-hidden />
          </IconButton>
        ) : null}
        {onClose === undefined ? null : (
          <IconButton label="Close the file" size="iconSm" onClick={onClose}>
            <X aria-hidden />
          </IconButton>
        )}
      </header>
      {isEditing && shown.phase === "read" && shown.content.kind === "text" ? (
        <TextEditor
          key={path}
          label={`Text of ${name}`}
          text={shown.content.text}
          onSave={(text) => sandbox.write(path, text)}
          onClose={() => setEditing(undefined)}
        />
      ) : (
        <div className="flex min-h-0 flex-1 flex-col overflow-auto">
          <Body loaded={shown} name={name} line={line} />
        </div>
      )}
    </section>
  );
}

function Body({ loaded, name, line }: { loaded: Loaded; name: string; line: number | undefined }) {
  switch (loaded.phase) {
    case "reading":
      return (
        <p className="p-3">
          <Spinner label={`Reading ${name}`} />
        </p>
      );
    case "failed":
      return (
        <Notice tone="bad" className="m-2" title={`${name} cannot be shown`}>
          {loaded.message}
        </Notice>
      );
    case "large":
      return (
        <Notice className="m-2" title={`${name} is ${formatBytes(loaded.size)}`}>
          It is too large to be read into the page at once. Use the terminal, for example <code>head</code>, to look at
          it.
        </Notice>
      );
    case "read":
      return <Content bytes={loaded.bytes} content={loaded.content} name={name} line={line} />;
  }
}

interface ContentProps {
  bytes: Uint8Array;
  content: FileContent;
  name: string;
  line: number | undefined;
}

function Content({ bytes, content, name, line }: ContentProps) {
  const head = useMemo(() => (content.kind === "too-large" ? headText(bytes) : ""), [content.kind, bytes]);
  switch (content.kind) {
    case "text":
      return content.text === "" ? (
        <p className="p-3 text-muted-foreground">The file is empty.</p>
      ) : (
        <CodeBlock text={content.text} path={name} label={`Text of ${name}`} markedLine={line} />
      );
    case "not-utf8":
      return (
        <>
          <Notice className="m-2" title="Not UTF-8 text">
            Byte {content.at.toLocaleString("en")} begins something that is not UTF-8. What could not be read is drawn
            as “�”; the file can be looked at but not edited here, so that its bytes stay as they are.
          </Notice>
          <CodeBlock text={content.text} path={name} label={`Text of ${name}`} markedLine={line} />
        </>
      );
    case "image":
      return <ImagePreview bytes={bytes} mediaType={content.mediaType} name={name} />;
    case "binary":
      return (
        <>
          <p className="border-b px-3 py-1 text-muted-foreground text-xs">Not text: its bytes are shown.</p>
          <HexView bytes={bytes} />
        </>
      );
    case "too-large":
      return (
        <>
          <Notice className="m-2" title={`${name} is ${formatBytes(bytes.length)}`}>
            Only its beginning is drawn. Download it, or search it with <code>grep</code> in the terminal.
          </Notice>
          <CodeBlock text={head} label={`Beginning of ${name}`} />
        </>
      );
  }
}

/** The first lines, without half a character at the cut. */
function headText(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes.subarray(0, 100_000));
  const end = text.lastIndexOf("\n");
  return end > 0 ? text.slice(0, end) : text;
}
