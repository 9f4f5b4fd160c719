"use client";

import { Download, X } from "lucide-react";
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from "react";
import type { FileDrafts } from "@/lib/client/file-drafts";
import type { Sandbox } from "@/lib/core/sandbox/sandbox";
import { SandboxError } from "@/lib/core/sandbox/sandbox-error";
import { CodeBlock } from "../ui/code-block";
import { formatBytes } from "../ui/format-bytes";
import { IconButton } from "../ui/icon-button";
import { Notice } from "../ui/notice";
import { SegmentedControl } from "../ui/segmented-control";
import { Spinner } from "../ui/spinner";
import { type FileContent, fileContent } from "./file-content";
import { type FileView, fileViews } from "./file-views";
import { HexView } from "./hex-view";
import { ImagePreview } from "./image-preview";
import { renderName } from "./render-name";
import { saveFile } from "./save-file";
import { type FileEditorProps, TextDocument } from "./text-document";
import { relativePath } from "./tree-rows";

const DrawnMarkdown = lazy(() => import("../ui/drawn-markdown").then((module) => ({ default: module.DrawnMarkdown })));

export interface FileViewerProps {
  sandbox: Pick<Sandbox, "read" | "write" | "stat" | "cwd">;
  /** Absolute. */
  path: string;
  revision: number;
  /** The line to go to; a new object each time. */
  reveal?: { line: number };
  /** Without it, text is only shown. */
  editing?: { drafts: FileDrafts; renderEditor(props: FileEditorProps): ReactNode };
  onClose?(): void;
}

/** Bytes up to which a file is read to be shown at all. */
const READ_LIMIT = 50_000_000;

type Loaded =
  | { phase: "reading" }
  | { phase: "read"; path: string; bytes: Uint8Array; content: FileContent }
  | { phase: "large"; size: number }
  | { phase: "directory" }
  | { phase: "failed"; message: string; gone: boolean };

/** One workspace file: text in an editor, Markdown and images drawn, and the bytes of anything. */
export function FileViewer({ sandbox, path, revision, reveal, editing, onClose }: FileViewerProps) {
  const [loaded, setLoaded] = useState<Loaded>({ phase: "reading" });
  /** What was read last of this file: its text outlives its removal. */
  const [last, setLast] = useState<Extract<Loaded, { phase: "read" }>>();
  const [chosen, setChosen] = useState<{ path: string; view: FileView }>();
  const name = relativePath(path, sandbox.cwd);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a moved revision means the file may have changed
  useEffect(() => {
    let current = true;
    const read = async (): Promise<Loaded> => {
      const { size, type } = await sandbox.stat(path);
      if (type === "directory") return { phase: "directory" };
      if (size > READ_LIMIT) return { phase: "large", size };
      const bytes = await sandbox.read(path);
      return { phase: "read", path, bytes, content: fileContent(bytes) };
    };
    read().then(
      (value) => {
        if (!current) return;
        setLoaded(value);
        if (value.phase === "read") setLast(value);
      },
      (error: unknown) => {
        if (!current) return;
        const gone = SandboxError.isInstance(error) && error.code === "not-found";
        setLoaded({ phase: "failed", gone, message: error instanceof Error ? error.message : String(error) });
      },
    );
    return () => {
      current = false;
    };
  }, [sandbox, path, revision]);

  const now = loaded.phase === "read" && loaded.path !== path ? ({ phase: "reading" } as const) : loaded;
  const known = last?.path === path ? last : undefined;
  const isGone = now.phase === "failed" && now.gone && known?.content.kind === "text" && editing !== undefined;
  const shown = now.phase === "read" ? now : isGone ? known : undefined;
  const views = shown === undefined ? [] : fileViews(name, shown.content);
  const first = reveal !== undefined && views.includes("text") ? "text" : views[0];
  const view = chosen?.path === path && views.includes(chosen.view) ? chosen.view : first;
  // A line that is asked for is in the text, whatever was looked at before.
  useEffect(() => {
    if (reveal !== undefined) setChosen(undefined);
  }, [reveal]);
  return (
    <section aria-label={`File ${name}`} className="flex h-full min-h-0 flex-1 flex-col bg-card">
      <header className="flex h-8 shrink-0 items-center gap-1 border-b px-2 pointer-coarse:h-11">
        <span className="one-line font-mono text-xs" title={name}>
          {renderName(name)}
        </span>
        <span className="flex-1 whitespace-nowrap pl-2 text-muted-foreground text-xs tabular-nums">
          {shown === undefined ? "" : formatBytes(shown.bytes.length)}
        </span>
        {views.length > 1 && view !== undefined ? (
          <SegmentedControl
            label={`How ${name} is shown`}
            value={view}
            options={views.map((value) => ({ value, label: VIEW_WORDS[value] }))}
            onValueChange={(value) => setChosen({ path, view: value })}
          />
        ) : null}
        {shown === undefined ? null : (
          <IconButton
            label={`Download ${name}`}
            size="iconSm"
            onClick={() => saveFile(name.split("/").at(-1) ?? name, shown.bytes)}
          >
            <Download aria-hidden />
          </IconButton>
        )}
        {onClose === undefined ? null : (
          <IconButton label="Close the file" size="iconSm" onClick={onClose}>
            <X aria-hidden />
          </IconButton>
        )}
      </header>
      {shown === undefined || view === undefined ? (
        <NotShown loaded={now} name={name} />
      ) : editing !== undefined && shown.content.kind === "text" && (view === "text" || view === "preview") ? (
        <TextDocument
          key={path}
          sandbox={sandbox}
          path={path}
          name={name}
          disk={isGone ? undefined : shown.content.text}
          drafts={editing.drafts}
          reveal={reveal}
          renderEditor={editing.renderEditor}
          preview={view === "preview" ? (text) => <Preview name={name} text={text} /> : undefined}
          onClose={onClose}
        />
      ) : (
        <Content view={view} bytes={shown.bytes} content={shown.content} name={name} line={reveal?.line} />
      )}
    </section>
  );
}

const VIEW_WORDS: Record<FileView, string> = { text: "Text", preview: "Preview", image: "Image", bytes: "Bytes" };

function NotShown({ loaded, name }: { loaded: Loaded; name: string }) {
  switch (loaded.phase) {
    case "failed":
      return (
        <Notice
          tone="bad"
          className="m-2"
          title={loaded.gone ? `${name} is not there any more` : `${name} cannot be shown`}
        >
          {loaded.gone
            ? "It was removed, renamed or moved. Close this tab, or look in Changes to bring it back."
            : loaded.message}
        </Notice>
      );
    case "directory":
      return (
        <Notice className="m-2" title={`${name} is a folder`}>
          Open it in the tree of files.
        </Notice>
      );
    case "large":
      return (
        <Notice className="m-2" title={`${name} is ${formatBytes(loaded.size)}`}>
          It is too large to be read into the page at once. Use the terminal, for example <code>head</code>, to look at
          it.
        </Notice>
      );
    default:
      return (
        <p className="p-3">
          <Spinner label={`Reading ${name}`} />
        </p>
      );
  }
}

interface ContentProps {
  view: FileView;
  bytes: Uint8Array;
  content: FileContent;
  name: string;
  line: number | undefined;
}

function Content({ view, bytes, content, name, line }: ContentProps) {
  const head = useMemo(() => (content.kind === "too-large" ? headText(bytes) : ""), [content.kind, bytes]);
  if (view === "bytes") {
    return (
      <>
        {content.kind === "binary" ? <BinaryFacts kind={content.type} /> : null}
        <HexView bytes={bytes} />
      </>
    );
  }
  if (view === "image") {
    return (
      <ImagePreview
        bytes={bytes}
        mediaType={content.kind === "image" ? content.mediaType : "image/svg+xml"}
        name={name}
      />
    );
  }
  if (content.kind === "text" && view === "preview") return <Preview name={name} text={content.text} />;
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-auto">
      {content.kind === "not-utf8" ? (
        <Notice className="m-2" title="Not UTF-8 text">
          Byte {content.at.toLocaleString("en")} begins something that is not UTF-8. What could not be read is drawn as
          “�”; the file can be looked at but not edited here, so that its bytes stay as they are.
        </Notice>
      ) : null}
      {content.kind === "too-large" ? (
        <Notice className="m-2" title={`${name} is ${formatBytes(bytes.length)}`}>
          Only its beginning is drawn, and it is not edited here. Download it, or search it with <code>grep</code> in
          the terminal.
        </Notice>
      ) : null}
      <TextShown
        text={content.kind === "too-large" ? head : "text" in content ? content.text : ""}
        name={name}
        line={line}
      />
    </div>
  );
}

function TextShown({ text, name, line }: { text: string; name: string; line: number | undefined }) {
  if (text === "") return <p className="p-3 text-muted-foreground">The file is empty.</p>;
  return <CodeBlock text={text} path={name} label={`Text of ${name}`} markedLine={line} />;
}

/** Markdown as a reader sees it: without scripts, raw HTML or images of other hosts. */
function Preview({ name, text }: { name: string; text: string }) {
  return (
    <article
      aria-label={`Preview of ${name}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls it
      tabIndex={0}
      className="focus-inset min-h-0 flex-1 overflow-auto px-4 py-3 text-sm leading-6 [overflow-wrap:anywhere]"
    >
      {text.trim() === "" ? <p className="text-muted-foreground">The file is empty.</p> : null}
      <Suspense fallback={<Spinner label="Drawing the preview" />}>
        <DrawnMarkdown text={text} />
      </Suspense>
    </article>
  );
}

function BinaryFacts({ kind }: { kind: string | undefined }) {
  return (
    <p className="border-b px-3 py-1 text-muted-foreground text-xs">
      {kind === undefined ? "Not text." : `${kind}. It cannot be shown here; download it to open it.`} These are its
      bytes.
    </p>
  );
}

/** The first lines, without half a character at the cut. */
function headText(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes.subarray(0, 100_000));
  const end = text.lastIndexOf("\n");
  return end > 0 ? text.slice(0, end) : text;
}
