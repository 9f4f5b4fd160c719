"use client";

import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { FilePlus, Folder, FolderPlus, TextSearch, Undo2, X } from "lucide-react";
import { type DragEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from "react";
import type { FileChange, Sandbox } from "@/lib/core/sandbox/sandbox";
import { Button } from "../ui/button";
import { EmptyState } from "../ui/empty-state";
import { IconButton } from "../ui/icon-button";
import { Input } from "../ui/input";

import { ContentMatches } from "./content-matches";
import { createFile, createFolder, duplicate, moveInto, removeWithUndo } from "./file-actions";
import { FILE_TREE_ROW_HEIGHT, FileTreeRow } from "./file-tree-row";
import { NameField } from "./name-field";
import { RemoveDialog } from "./remove-dialog";
import { renderName } from "./render-name";
import { saveFile } from "./save-file";
import { type TreeCommand, TreeMenu } from "./tree-menu";
import { changeMarks, parentOf, relativePath, type TreeRow, treeRows } from "./tree-rows";
import { useContentSearch } from "./use-content-search";
import { useDirectoryListings } from "./use-directory-listings";
import { useFileSearch } from "./use-file-search";

export type FileTreeSandbox = Pick<
  Sandbox,
  "cwd" | "list" | "glob" | "grep" | "stat" | "read" | "write" | "makeDirectory" | "remove" | "rename"
>;

export interface FileTreeProps {
  sandbox: FileTreeSandbox;
  /** Moves when files changed. */
  revision: number;
  changes: readonly FileChange[];
  /** Absolute or relative to the root. */
  openPath: string | undefined;
  /** Called with an absolute path. */
  onOpen(path: string, line?: number): void;
  /** A file or folder has another path now; both are absolute. */
  onMoved?(from: string, to: string): void;
  readOnly?: boolean;
  /** Absolute paths of mounts that nothing can be written to. */
  readOnlyPaths?: readonly string[];
  /** What an empty workspace offers beside a new file. */
  emptyAction?: ReactNode;
}

const NO_MATCHES: readonly string[] = [];
const NO_PATHS: readonly string[] = [];
/** Names the line that asks for a new name; no path holds a NUL. */
const NEW_ROW = "\0new";
const DRAGGED = "application/x-toolwright-path";
const TYPEAHEAD_MS = 600;
const PAGE = 15;

type Naming = { kind: "rename" | "file" | "folder"; path: string };
interface Said {
  text: string;
  undo?: () => Promise<void>;
}

/**
 * The workspace as a tree: arrows walk it, Enter opens, F2 renames, Delete removes, letters jump, Ctrl+X and Ctrl+V move,
 * the menu key has the rest. Draws only what is seen.
 */
export function FileTree(props: FileTreeProps) {
  const { sandbox, revision, changes, openPath, onOpen, onMoved, readOnly = false, emptyAction } = props;
  const { readOnlyPaths = NO_PATHS } = props;
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set());
  const [active, setActive] = useState<string>();
  const [naming, setNaming] = useState<Naming>();
  const [refusal, setRefusal] = useState<string>();
  const [removing, setRemoving] = useState<TreeRow>();
  const [menu, setMenu] = useState<{ row: TreeRow; at: { x: number; y: number } }>();
  const [clip, setClip] = useState<{ path: string; move: boolean }>();
  const [dropPath, setDropPath] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [said, setSaid] = useState<Said>();
  const [query, setQuery] = useState("");
  const [inContents, setInContents] = useState(false);
  const { listings, ignored, problem: listProblem, reload } = useDirectoryListings(sandbox, revision, expanded);
  const search = useFileSearch(sandbox, inContents ? "" : query, revision);
  const contents = useContentSearch(sandbox, inContents ? query : "", revision);
  const rows = useMemo(() => {
    const all = search === undefined ? treeRows(listings, expanded) : searchRows(search.paths);
    return naming === undefined || naming.kind === "rename" ? all : withNewRow(all, naming);
  }, [search, listings, expanded, naming]);
  const marks = useMemo(() => changeMarks(changes, sandbox.cwd), [changes, sandbox.cwd]);
  const locked = useMemo(() => readOnlyPaths.map((path) => relativePath(path, sandbox.cwd)), [readOnlyPaths, sandbox]);
  const scroller = useRef<HTMLDivElement>(null);
  const typed = useRef({ text: "", at: 0 });
  const lastIndex = useRef(0);
  const dragged = useRef<string>(undefined);
  const treeId = useId();
  const opened = openPath === undefined ? undefined : relativePath(openPath, sandbox.cwd);
  const found = rows.findIndex((row) => row.path === active);
  // What was active is gone: its place is active, so that the keyboard goes on from there.
  const activeIndex = found >= 0 ? found : Math.max(0, Math.min(lastIndex.current, rows.length - 1));
  lastIndex.current = activeIndex;
  const namingIndex =
    naming === undefined
      ? -1
      : rows.findIndex((row) => row.path === (naming.kind === "rename" ? naming.path : NEW_ROW));
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => FILE_TREE_ROW_HEIGHT,
    getItemKey: (index) => rows[index]?.path ?? index,
    overscan: 12,
    initialRect: { width: 240, height: 600 },
    // What is typed, and what a screen reader stands on, stay in the page when they are scrolled out of sight.
    rangeExtractor: (range) => {
      const seen = new Set(defaultRangeExtractor(range));
      for (const index of [activeIndex, namingIndex]) if (index >= 0 && index < rows.length) seen.add(index);
      return [...seen].sort((a, b) => a - b);
    },
  });

  useEffect(() => {
    if (opened === undefined) return;
    setActive(opened);
    setExpanded((current) => {
      const next = new Set(current);
      for (let path = parentOf(opened); path !== ""; path = parentOf(path)) next.add(path);
      return next.size === current.size ? current : next;
    });
  }, [opened]);

  const absolute = (path: string) => (path === "" ? sandbox.cwd : `${sandbox.cwd}/${path}`);
  const focusTree = () => requestAnimationFrame(() => scroller.current?.focus());
  const move = (index: number) => {
    const at = Math.min(rows.length - 1, Math.max(0, index));
    const row = rows[at];
    if (row === undefined) return;
    setActive(row.path);
    virtualizer.scrollToIndex(at, { align: "auto" });
  };
  const expand = (path: string, value: boolean) => {
    if (path === "") return;
    setExpanded((current) => {
      const next = new Set(current);
      if (value) next.add(path);
      else next.delete(path);
      return next;
    });
  };
  const choose = async (row: TreeRow) => {
    setActive(row.path);
    if (search === undefined) {
      if (row.type === "directory") expand(row.path, !row.expanded);
      else onOpen(absolute(row.path));
      return;
    }
    // A list of matches does not say what is a folder.
    const stat = await sandbox.stat(absolute(row.path)).catch(() => undefined);
    if (stat?.type !== "directory") return onOpen(absolute(row.path));
    setQuery("");
    for (let path = row.path; path !== ""; path = parentOf(path)) expand(path, true);
    focusTree();
  };
  const attempt = async (action: () => Promise<Said | undefined>): Promise<string | undefined> => {
    try {
      setSaid(await action());
      setProblem(undefined);
      reload();
      return undefined;
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      setProblem(message);
      return message;
    }
  };
  const beginNaming = (kind: Naming["kind"], path: string) => {
    setRefusal(undefined);
    setQuery("");
    if (kind !== "rename") expand(path, true);
    setNaming({ kind, path });
  };
  const endNaming = () => {
    setNaming(undefined);
    setRefusal(undefined);
    setProblem(undefined);
    focusTree();
  };
  const submitName = async (name: string) => {
    if (naming === undefined) return;
    const base = naming.kind === "rename" ? parentOf(naming.path) : naming.path;
    const path = base === "" ? name : `${base}/${name}`;
    const target = absolute(path);
    const refused = await attempt(async () => {
      if (naming.kind === "folder") await createFolder(sandbox, target);
      else if (naming.kind === "file") await createFile(sandbox, target);
      else if (naming.path !== path) {
        await sandbox.rename(absolute(naming.path), target);
        onMoved?.(absolute(naming.path), target);
      }
      return undefined;
    });
    if (refused !== undefined) {
      setProblem(undefined);
      setRefusal(refused);
      return;
    }
    setNaming(undefined);
    setActive(path);
    for (let folder = parentOf(path); folder !== ""; folder = parentOf(folder)) expand(folder, true);
    if (naming.kind === "file") onOpen(target);
    else focusTree();
  };
  const remove = async (row: TreeRow) => {
    setRemoving(undefined);
    await attempt(async () => {
      const undo = await removeWithUndo(sandbox, absolute(row.path));
      return { text: `Removed ${row.path}.`, ...(undo === undefined ? {} : { undo }) };
    });
    focusTree();
  };
  const relocate = async (path: string, directory: string) => {
    await attempt(async () => {
      const to = await moveInto(sandbox, absolute(path), absolute(directory));
      onMoved?.(absolute(path), to);
      expand(directory, true);
      setActive(relativePath(to, sandbox.cwd));
      setClip(undefined);
      return {
        text: `Moved ${path} to ${directory === "" ? "the workspace" : directory}.`,
        undo: async () => {
          await sandbox.rename(to, absolute(path));
          onMoved?.(to, absolute(path));
        },
      };
    });
  };
  const paste = async (row: TreeRow | undefined) => {
    if (clip === undefined) return;
    const directory = folderFor(row);
    if (clip.move) return relocate(clip.path, directory);
    await attempt(async () => {
      const to = await duplicate(sandbox, absolute(clip.path), absolute(directory));
      expand(directory, true);
      setActive(relativePath(to, sandbox.cwd));
      return { text: `Copied to ${relativePath(to, sandbox.cwd)}.` };
    });
  };
  const command = (what: TreeCommand, row: TreeRow) => {
    switch (what) {
      case "new-file":
        return beginNaming("file", folderFor(row));
      case "new-folder":
        return beginNaming("folder", folderFor(row));
      case "rename":
        return beginNaming("rename", row.path);
      case "remove":
        return setRemoving(row);
      case "cut":
      case "copy":
        setClip({ path: row.path, move: what === "cut" });
        setSaid({
          text: `${what === "cut" ? "Cut" : "Copied"} ${row.path}. Paste it in the folder where it should be.`,
        });
        break;
      case "paste":
        void paste(row);
        break;
      case "duplicate":
        void attempt(async () => {
          const to = await duplicate(sandbox, absolute(row.path));
          setActive(relativePath(to, sandbox.cwd));
          return { text: `Made ${relativePath(to, sandbox.cwd)}.` };
        });
        break;
      case "copy-path":
        void attempt(async () => {
          await navigator.clipboard.writeText(absolute(row.path));
          return { text: `Copied the path ${absolute(row.path)}.` };
        });
        break;
      case "download":
        void attempt(async () => {
          saveFile(row.name, await sandbox.read(absolute(row.path)));
          return undefined;
        });
        break;
    }
    focusTree();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[activeIndex];
    if (event.target !== event.currentTarget || row === undefined || event.altKey) return;
    const handled = event.ctrlKey || event.metaKey ? handleChord(event.key, row) : handleKey(event, row);
    if (handled) event.preventDefault();
  };
  const handleChord = (key: string, row: TreeRow): boolean => {
    const what = ({ x: "cut", c: "copy", v: "paste" } as const)[key.toLowerCase()];
    if (what === undefined || readOnly || (what === "paste" && clip === undefined)) return false;
    command(what, row);
    return true;
  };
  const handleKey = ({ key, shiftKey }: KeyboardEvent, row: TreeRow): boolean => {
    switch (key) {
      case "ArrowDown":
        move(activeIndex + 1);
        return true;
      case "ArrowUp":
        move(activeIndex - 1);
        return true;
      case "Home":
        move(0);
        return true;
      case "End":
        move(rows.length - 1);
        return true;
      case "PageDown":
        move(activeIndex + PAGE);
        return true;
      case "PageUp":
        move(activeIndex - PAGE);
        return true;
      case "ArrowRight":
        if (row.type !== "directory") return false;
        if (row.expanded) move(activeIndex + 1);
        else expand(row.path, true);
        return true;
      case "ArrowLeft":
        if (row.expanded) expand(row.path, false);
        else if (parentOf(row.path) !== "") move(rows.findIndex(({ path }) => path === parentOf(row.path)));
        return true;
      case "*":
        for (const { path, type, level } of rows) {
          if (type === "directory" && level === row.level && parentOf(path) === parentOf(row.path)) expand(path, true);
        }
        return true;
      case "Enter":
        void choose(row);
        return true;
      case " ":
        // A space in the middle of a name that is typed belongs to the name.
        if (typed.current.text !== "" && Date.now() - typed.current.at < TYPEAHEAD_MS) return jump(key);
        void choose(row);
        return true;
      case "Escape":
        if (clip === undefined && said === undefined) return false;
        setClip(undefined);
        setSaid(undefined);
        return true;
      case "F2":
        if (readOnly) return false;
        beginNaming("rename", row.path);
        return true;
      case "Delete":
        if (readOnly) return false;
        setRemoving(row);
        return true;
      case "ContextMenu":
        openMenuAt(row);
        return true;
      case "F10":
        if (!shiftKey) return false;
        openMenuAt(row);
        return true;
      default:
        return jump(key);
    }
  };
  const openMenuAt = (row: TreeRow) => {
    const line = document.getElementById(`${treeId}-${activeIndex}`)?.getBoundingClientRect();
    setMenu({ row, at: { x: (line?.left ?? 0) + 24, y: line?.bottom ?? 0 } });
  };
  /** Letters typed quickly one after the other go to the next row whose name begins with them. */
  const jump = (key: string): boolean => {
    if (key.length !== 1) return false;
    const now = Date.now();
    const text = now - typed.current.at < TYPEAHEAD_MS ? typed.current.text + key.toLowerCase() : key.toLowerCase();
    typed.current = { text, at: now };
    // One letter goes on to the next one; more of them stay where they fit.
    const first = text.length === 1 ? 1 : 0;
    for (let step = first; step < rows.length + first; step += 1) {
      const index = (activeIndex + step) % rows.length;
      if (rows[index]?.name.toLowerCase().startsWith(text)) {
        move(index);
        return true;
      }
    }
    return true;
  };
  const dropFolder = (event: DragEvent): string | undefined => {
    if (dragged.current === undefined || !event.dataTransfer.types.includes(DRAGGED)) return undefined;
    const path = (event.target as Element).closest<HTMLElement>('[role="treeitem"]')?.dataset.path;
    return folderFor(rows.find((row) => row.path === path));
  };

  const isSearching = query.trim() !== "";
  return (
    <div className="flex h-full min-h-0 flex-1 flex-col">
      <div className="flex items-center gap-1 border-b px-2 py-1">
        <Input
          aria-label={inContents ? "Find words in files" : "Find a file by name"}
          placeholder={inContents ? "Find in files" : "Find a file"}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "Escape") setQuery("");
            if (event.key === "ArrowDown") {
              event.preventDefault();
              event.currentTarget
                .closest("div")
                ?.parentElement?.querySelector<HTMLElement>('[role="tree"],[role="listbox"]')
                ?.focus();
            }
          }}
          className="h-6"
        />
        <IconButton
          label="Search in the contents of files"
          size="iconSm"
          aria-pressed={inContents}
          className={inContents ? "bg-accent text-foreground" : ""}
          onClick={() => setInContents(!inContents)}
        >
          <TextSearch aria-hidden />
        </IconButton>
        {readOnly ? null : (
          <>
            <IconButton
              label="New file"
              size="iconSm"
              onClick={() => beginNaming("file", active === undefined ? "" : folderFor(rows[activeIndex]))}
            >
              <FilePlus aria-hidden />
            </IconButton>
            <IconButton
              label="New folder"
              size="iconSm"
              onClick={() => beginNaming("folder", active === undefined ? "" : folderFor(rows[activeIndex]))}
            >
              <FolderPlus aria-hidden />
            </IconButton>
          </>
        )}
      </div>
      {(problem ?? listProblem) === undefined ? null : (
        <p role="alert" className="px-2 py-1 text-danger-text text-xs [overflow-wrap:anywhere]">
          {problem ?? listProblem}
        </p>
      )}
      {search?.cut ? (
        <p className="px-2 py-1 text-muted-foreground text-xs">Only the first {search.paths.length} are listed.</p>
      ) : null}
      {contents !== undefined ? (
        <ContentMatches query={query} search={contents} onOpen={(path, line) => onOpen(absolute(path), line)} />
      ) : rows.length === 0 ? (
        isSearching ? (
          search === undefined ? null : (
            <p className="p-2 text-muted-foreground text-xs" role="status">
              No file matches “{query}”.
            </p>
          )
        ) : listings.size === 0 ? null : (
          <EmptyState
            icon={Folder}
            title="The workspace is empty"
            action={
              readOnly ? undefined : (
                <>
                  <Button size="sm" onClick={() => beginNaming("file", "")}>
                    <FilePlus aria-hidden />
                    New file
                  </Button>
                  {emptyAction}
                </>
              )
            }
          >
            {readOnly ? "It was shared without files." : "Bring a folder or a zip, drop files here, or make a file."}
          </EmptyState>
        )
      ) : (
        <div
          ref={scroller}
          role="tree"
          aria-label="Files"
          tabIndex={0}
          aria-activedescendant={`${treeId}-${activeIndex}`}
          onKeyDown={onKeyDown}
          onDragOver={(event) => {
            const folder = dropFolder(event);
            if (folder === undefined) return;
            event.preventDefault();
            event.dataTransfer.dropEffect = "move";
            setDropPath(folder);
          }}
          onDragLeave={(event) => {
            if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setDropPath(undefined);
          }}
          onDragEnd={() => {
            dragged.current = undefined;
            setDropPath(undefined);
          }}
          onDrop={(event) => {
            const folder = dropFolder(event);
            const path = dragged.current;
            setDropPath(undefined);
            if (folder === undefined || path === undefined) return;
            event.preventDefault();
            if (parentOf(path) !== folder && path !== folder) void relocate(path, folder);
          }}
          className={`focus-inset group min-h-0 flex-1 overflow-auto ${dropPath === "" ? "bg-primary-soft" : ""}`}
        >
          <div className="relative w-full" style={{ height: virtualizer.getTotalSize() }}>
            {virtualizer.getVirtualItems().map((item) => {
              const row = rows[item.index];
              if (row === undefined) return null;
              return (
                <FileTreeRow
                  key={item.key}
                  id={`${treeId}-${item.index}`}
                  row={row}
                  top={item.start}
                  active={item.index === activeIndex}
                  selected={row.path === opened}
                  mark={marks.get(row.path)}
                  ignored={ignored.has(row.path)}
                  locked={locked.some((path) => row.path === path)}
                  cut={clip?.move === true && clip.path === row.path}
                  dropTarget={dropPath !== undefined && dropPath !== "" && dropPath === row.path}
                  readOnly={readOnly}
                  flat={search !== undefined}
                  naming={
                    item.index === namingIndex && naming !== undefined ? (
                      <NameField
                        key={`${naming.kind}:${naming.path}`}
                        label={nameLabel(naming)}
                        initial={naming.kind === "rename" ? row.name : ""}
                        refusal={refusal}
                        onSubmit={(name) => void submitName(name)}
                        onCancel={endNaming}
                      />
                    ) : undefined
                  }
                  onChoose={(chosen) => void choose(chosen)}
                  onMenu={(chosen, at) => {
                    setActive(chosen.path);
                    setMenu({ row: chosen, at });
                  }}
                  onDrag={(chosen, event) => {
                    dragged.current = chosen.path;
                    event.dataTransfer.setData(DRAGGED, chosen.path);
                    event.dataTransfer.effectAllowed = "move";
                  }}
                />
              );
            })}
          </div>
        </div>
      )}
      <div
        role="status"
        className={said === undefined ? "sr-only" : "flex items-center gap-1 border-t px-2 py-0.5 text-xs"}
      >
        {said === undefined ? null : (
          <>
            <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{renderName(said.text)}</span>
            {said.undo === undefined ? null : (
              <Button
                size="sm"
                variant="ghost"
                onClick={() => {
                  const { undo } = said;
                  void attempt(async () => {
                    await undo?.();
                    return { text: "It is back." };
                  });
                }}
              >
                <Undo2 aria-hidden />
                Undo
              </Button>
            )}
            <IconButton label="Dismiss" size="iconSm" onClick={() => setSaid(undefined)}>
              <X aria-hidden />
            </IconButton>
          </>
        )}
      </div>
      {menu === undefined ? null : (
        <TreeMenu
          at={menu.at}
          row={menu.row}
          canPaste={clip !== undefined}
          readOnly={readOnly}
          onCommand={(what) => {
            setMenu(undefined);
            command(what, menu.row);
          }}
          onClose={() => {
            setMenu(undefined);
            focusTree();
          }}
        />
      )}
      {removing === undefined ? null : (
        <RemoveDialog
          name={removing.path}
          directory={removing.type === "directory"}
          onConfirm={() => void remove(removing)}
          onCancel={() => {
            setRemoving(undefined);
            focusTree();
          }}
        />
      )}
    </div>
  );
}

/** Where new and pasted things go: into the folder, or beside the file. */
function folderFor(row: TreeRow | undefined): string {
  if (row === undefined) return "";
  return row.type === "directory" ? row.path : parentOf(row.path);
}

function withNewRow(rows: readonly TreeRow[], naming: Naming): TreeRow[] {
  const at = rows.findIndex(({ path }) => path === naming.path);
  const level = at < 0 ? 1 : (rows[at]?.level ?? 0) + 1;
  const added: TreeRow = {
    path: NEW_ROW,
    name: naming.kind === "file" ? "new file" : "new folder",
    type: naming.kind === "file" ? "file" : "directory",
    size: 0,
    level,
    expanded: false,
    position: 1,
    siblings: 1,
  };
  return [...rows.slice(0, at + 1), added, ...rows.slice(at + 1)];
}

function searchRows(paths: readonly string[] = NO_MATCHES): TreeRow[] {
  return paths.map((path, index) => ({
    path,
    name: path.split("/").at(-1) ?? path,
    type: "file",
    size: 0,
    level: 1,
    expanded: false,
    position: index + 1,
    siblings: paths.length,
  }));
}

function nameLabel(naming: Naming): string {
  if (naming.kind === "rename") return `New name of ${naming.path}`;
  const place = naming.path === "" ? "the workspace" : naming.path;
  return naming.kind === "file" ? `Name of the new file in ${place}` : `Name of the new folder in ${place}`;
}
