"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { FilePlus, Folder, FolderPlus } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from "react";
import type { FileChange, Sandbox } from "@/lib/core/sandbox/sandbox";
import { EmptyState } from "../ui/empty-state";
import { IconButton } from "../ui/icon-button";
import { Input } from "../ui/input";
import { FILE_TREE_ROW_HEIGHT, FileTreeRow } from "./file-tree-row";
import { NameField } from "./name-field";
import { RemoveDialog } from "./remove-dialog";
import { changeMarks, parentOf, relativePath, type TreeRow, treeRows } from "./tree-rows";
import { useDirectoryListings } from "./use-directory-listings";
import { useFileSearch } from "./use-file-search";

export type FileTreeSandbox = Pick<
  Sandbox,
  "cwd" | "list" | "glob" | "stat" | "write" | "makeDirectory" | "remove" | "rename"
>;

export interface FileTreeProps {
  sandbox: FileTreeSandbox;
  /** Moves when files changed. */
  revision: number;
  changes: readonly FileChange[];
  /** Absolute or relative to the root. */
  openPath: string | undefined;
  /** Called with an absolute path. */
  onOpen(path: string): void;
  readOnly?: boolean;
}

const NO_MATCHES: readonly string[] = [];

type Naming = { kind: "rename"; path: string } | { kind: "file" | "folder"; path: string };

/** The workspace as a tree: arrows walk it, Enter opens, F2 renames, Delete removes, letters jump. Draws only what is seen. */
export function FileTree({ sandbox, revision, changes, openPath, onOpen, readOnly = false }: FileTreeProps) {
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set());
  const [active, setActive] = useState<string>();
  const [naming, setNaming] = useState<Naming>();
  const [removing, setRemoving] = useState<TreeRow>();
  const [problem, setProblem] = useState<string>();
  const [query, setQuery] = useState("");
  const { listings, problem: listProblem, reload } = useDirectoryListings(sandbox, revision, expanded);
  const search = useFileSearch(sandbox, query, revision);
  const rows = useMemo(
    () => (search === undefined ? treeRows(listings, expanded) : searchRows(search.paths)),
    [search, listings, expanded],
  );
  const marks = useMemo(() => changeMarks(changes, sandbox.cwd), [changes, sandbox.cwd]);
  const scroller = useRef<HTMLDivElement>(null);
  const treeId = useId();
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => FILE_TREE_ROW_HEIGHT,
    getItemKey: (index) => rows[index]?.path ?? index,
    overscan: 12,
    initialRect: { width: 240, height: 600 },
  });
  const activeIndex = Math.max(
    0,
    rows.findIndex((row) => row.path === active),
  );
  const opened = openPath === undefined ? undefined : relativePath(openPath, sandbox.cwd);

  useEffect(() => {
    if (opened === undefined) return;
    setActive(opened);
    setExpanded((current) => {
      const next = new Set(current);
      for (let path = parentOf(opened); path !== ""; path = parentOf(path)) next.add(path);
      return next.size === current.size ? current : next;
    });
  }, [opened]);

  const move = (index: number) => {
    const row = rows[Math.min(rows.length - 1, Math.max(0, index))];
    if (row === undefined) return;
    setActive(row.path);
    virtualizer.scrollToIndex(rows.indexOf(row), { align: "auto" });
  };
  const toggle = (row: TreeRow, value: boolean) => {
    setExpanded((current) => {
      const next = new Set(current);
      if (value) next.add(row.path);
      else next.delete(row.path);
      return next;
    });
  };
  const choose = (row: TreeRow) => {
    setActive(row.path);
    if (row.type === "directory") toggle(row, !row.expanded);
    else onOpen(`${sandbox.cwd}/${row.path}`);
  };
  const attempt = async (action: () => Promise<void>): Promise<boolean> => {
    try {
      await action();
      setProblem(undefined);
      reload();
      return true;
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
      return false;
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[activeIndex];
    if (row === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const handled = handleKey(event.key, row);
    if (handled) event.preventDefault();
  };
  const handleKey = (key: string, row: TreeRow): boolean => {
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
        move(activeIndex + 15);
        return true;
      case "PageUp":
        move(activeIndex - 15);
        return true;
      case "ArrowRight":
        if (row.type !== "directory") return false;
        if (row.expanded) move(activeIndex + 1);
        else toggle(row, true);
        return true;
      case "ArrowLeft":
        if (row.expanded) toggle(row, false);
        else if (parentOf(row.path) !== "") setActive(parentOf(row.path));
        return true;
      case "Enter":
      case " ":
        choose(row);
        return true;
      case "F2":
        if (readOnly) return false;
        setNaming({ kind: "rename", path: row.path });
        return true;
      case "Delete":
        if (readOnly) return false;
        setRemoving(row);
        return true;
      default:
        return jump(key);
    }
  };
  /** A letter goes to the next row whose name begins with it. */
  const jump = (key: string): boolean => {
    if (key.length !== 1) return false;
    const wanted = key.toLowerCase();
    for (let step = 1; step <= rows.length; step += 1) {
      const index = (activeIndex + step) % rows.length;
      if (rows[index]?.name.toLowerCase().startsWith(wanted)) {
        move(index);
        return true;
      }
    }
    return false;
  };
  const submitName = async (name: string) => {
    if (naming === undefined) return;
    const base = naming.kind === "rename" ? parentOf(naming.path) : naming.path;
    const path = base === "" ? name : `${base}/${name}`;
    const target = `${sandbox.cwd}/${path}`;
    const done = await attempt(async () => {
      if (naming.kind === "rename") {
        if (naming.path !== path) await sandbox.rename(`${sandbox.cwd}/${naming.path}`, target);
      } else if (naming.kind === "folder") await sandbox.makeDirectory(target);
      else {
        await refuseExisting(sandbox, target);
        await sandbox.write(target, "");
      }
    });
    if (!done) return;
    setNaming(undefined);
    setActive(path);
    if (base !== "") setExpanded((current) => new Set(current).add(base));
    if (naming.kind === "file") onOpen(target);
    scroller.current?.focus();
  };
  const remove = async (row: TreeRow) => {
    setRemoving(undefined);
    await attempt(() => sandbox.remove(`${sandbox.cwd}/${row.path}`, { recursive: true }));
    scroller.current?.focus();
  };
  /** New things go into the active directory, or beside the active file. */
  const placeForNew = (): string => {
    const row = rows[activeIndex];
    if (row === undefined || active === undefined) return "";
    return row.type === "directory" ? row.path : parentOf(row.path);
  };

  return (
    <div className="flex h-full min-h-0 flex-1 flex-col">
      <div className="flex items-center gap-1 border-b px-2 py-1">
        <Input
          aria-label="Find a file by name"
          placeholder="Find a file"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "Escape") setQuery("");
            if (event.key === "ArrowDown") scroller.current?.focus();
          }}
          className="h-6"
        />
        {readOnly ? null : (
          <>
            <IconButton label="New file" size="iconSm" onClick={() => setNaming({ kind: "file", path: placeForNew() })}>
              <FilePlus aria-hidden />
            </IconButton>
            <IconButton
              label="New folder"
              size="iconSm"
              onClick={() => setNaming({ kind: "folder", path: placeForNew() })}
            >
              <FolderPlus aria-hidden />
            </IconButton>
          </>
        )}
      </div>
      {naming === undefined ? null : (
        <NameField
          key={`${naming.kind}:${naming.path}`}
          label={nameLabel(naming)}
          initial={naming.kind === "rename" ? (naming.path.split("/").at(-1) ?? "") : ""}
          onSubmit={(name) => void submitName(name)}
          onCancel={() => {
            setNaming(undefined);
            setProblem(undefined);
            scroller.current?.focus();
          }}
        />
      )}
      {(problem ?? listProblem) === undefined ? null : (
        <p role="alert" className="px-2 py-1 text-danger-text text-xs [overflow-wrap:anywhere]">
          {problem ?? listProblem}
        </p>
      )}
      {search?.cut ? (
        <p className="px-2 py-1 text-muted-foreground text-xs">Only the first {search.paths.length} are listed.</p>
      ) : null}
      {rows.length === 0 ? (
        search === undefined ? (
          listings.size === 0 ? null : (
            <EmptyState icon={Folder} title="The workspace is empty">
              Bring a folder or a zip, or make a file.
            </EmptyState>
          )
        ) : (
          <p className="p-2 text-muted-foreground text-xs">No file matches “{query}”.</p>
        )
      ) : (
        <div
          ref={scroller}
          role="tree"
          aria-label="Files"
          tabIndex={0}
          aria-activedescendant={`${treeId}-${activeIndex}`}
          onKeyDown={onKeyDown}
          className="focus-inset group min-h-0 flex-1 overflow-auto"
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
                  readOnly={readOnly}
                  flat={search !== undefined}
                  onChoose={choose}
                  onRename={() => setNaming({ kind: "rename", path: row.path })}
                  onRemove={() => setRemoving(row)}
                />
              );
            })}
          </div>
        </div>
      )}
      {removing === undefined ? null : (
        <RemoveDialog
          name={removing.path}
          directory={removing.type === "directory"}
          onConfirm={() => void remove(removing)}
          onCancel={() => setRemoving(undefined)}
        />
      )}
    </div>
  );
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

async function refuseExisting(sandbox: FileTreeSandbox, path: string): Promise<void> {
  const exists = await sandbox.stat(path).then(
    () => true,
    () => false,
  );
  if (exists) throw new Error(`There is already something at ${relativePath(path, sandbox.cwd)}.`);
}
