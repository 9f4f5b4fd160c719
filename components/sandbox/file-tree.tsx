"use client";

import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from "react";
import type { FileChange, Sandbox } from "@/lib/core/sandbox/sandbox";
import { ContentMatches } from "./content-matches";
import { EmptyTree } from "./empty-tree";
import { NameField } from "./name-field";
import { folderFor, type Naming, nameLabel, namingPath, withNewRow } from "./new-row";
import { RemoveDialog } from "./remove-dialog";
import { TreeList, type TreeListControls } from "./tree-list";
import { type TreeCommand, TreeMenu } from "./tree-menu";
import { changeMarks, matchRows, parentOf, relativePath, type TreeRow, treeRows } from "./tree-rows";
import { TreeSaid } from "./tree-said";
import { TreeToolbar } from "./tree-toolbar";
import { useContentSearch } from "./use-content-search";
import { useDirectoryListings } from "./use-directory-listings";
import { useFileSearch } from "./use-file-search";
import { useTreeActions } from "./use-tree-actions";
import { useTreeDrag } from "./use-tree-drag";
import { useTreeKeys } from "./use-tree-keys";

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

const NO_PATHS: readonly string[] = [];

/** The workspace as a tree, which the keyboard walks; everything that is done to a file is asked for in its place. */
export function FileTree(props: FileTreeProps) {
  const { sandbox, revision, changes, openPath, onOpen, onMoved, readOnly = false, emptyAction } = props;
  const { readOnlyPaths = NO_PATHS } = props;
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set());
  const [active, setActive] = useState<string>();
  const [naming, setNaming] = useState<Naming>();
  const [refusal, setRefusal] = useState<string>();
  const [removing, setRemoving] = useState<TreeRow>();
  const [menu, setMenu] = useState<{ row: TreeRow; at: { x: number; y: number } }>();
  const [query, setQuery] = useState("");
  const [inContents, setInContents] = useState(false);
  const { listings, ignored, problem: listProblem, reload } = useDirectoryListings(sandbox, revision, expanded);
  const search = useFileSearch(sandbox, inContents ? "" : query, revision);
  const contents = useContentSearch(sandbox, inContents ? query : "", revision);
  const rows = useMemo(() => {
    const all = search === undefined ? treeRows(listings, expanded) : matchRows(search.paths);
    return naming === undefined || naming.kind === "rename" ? all : withNewRow(all, naming);
  }, [search, listings, expanded, naming]);
  const marks = useMemo(() => changeMarks(changes, sandbox.cwd), [changes, sandbox.cwd]);
  const locked = useMemo(() => readOnlyPaths.map((path) => relativePath(path, sandbox.cwd)), [readOnlyPaths, sandbox]);
  const list = useRef<TreeListControls>(null);
  const found = useRef<HTMLDivElement>(null);
  const lastIndex = useRef(0);
  const treeId = useId();
  const opened = openPath === undefined ? undefined : relativePath(openPath, sandbox.cwd);
  const place = rows.findIndex((row) => row.path === active);
  // What was active is gone: its place is active, so that the keyboard goes on from there.
  const activeIndex = place >= 0 ? place : Math.max(0, Math.min(lastIndex.current, rows.length - 1));
  lastIndex.current = activeIndex;

  useEffect(() => {
    if (opened === undefined) return;
    setActive(opened);
    setExpanded((current) => {
      const next = new Set(current);
      for (let path = parentOf(opened); path !== ""; path = parentOf(path)) next.add(path);
      return next.size === current.size ? current : next;
    });
  }, [opened]);

  const absolute = (path: string) => `${sandbox.cwd}/${path}`;
  const focusTree = () => requestAnimationFrame(() => list.current?.focus());
  const move = (index: number) => {
    const at = Math.min(rows.length - 1, Math.max(0, index));
    const row = rows[at];
    if (row === undefined) return;
    setActive(row.path);
    list.current?.show(at);
  };
  const expand = (path: string, value = true) => {
    if (path === "") return;
    setExpanded((current) => {
      const next = new Set(current);
      if (value) next.add(path);
      else next.delete(path);
      return next;
    });
  };
  const expandTo = (path: string) => {
    for (let folder = path; folder !== ""; folder = parentOf(folder)) expand(folder);
  };
  const actions = useTreeActions({ sandbox, expand, activate: setActive, onMoved, onDone: reload });
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
    expandTo(row.path);
    focusTree();
  };
  const beginNaming = (kind: Naming["kind"], path: string) => {
    setRefusal(undefined);
    setQuery("");
    if (kind !== "rename") expand(path);
    setNaming({ kind, path });
  };
  const endNaming = () => {
    setNaming(undefined);
    setRefusal(undefined);
    actions.forgetProblem();
    focusTree();
  };
  const submitName = async (asked: Naming, name: string) => {
    const answer = await actions.name(asked, name);
    if ("refusal" in answer) return setRefusal(answer.refusal);
    setNaming(undefined);
    setActive(answer.path);
    expandTo(parentOf(answer.path));
    if (asked.kind === "file") onOpen(absolute(answer.path));
    else focusTree();
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
        actions.takeUp(row, what === "cut");
        break;
      case "paste":
        void actions.paste(row);
        break;
      case "duplicate":
        void actions.duplicate(row);
        break;
      case "copy-path":
        void actions.copyPath(row);
        break;
      case "download":
        void actions.download(row);
        break;
    }
    focusTree();
  };
  const drag = useTreeDrag(rows, (path, directory) => void actions.moveTo(path, directory));
  const onKeyDown = useTreeKeys({
    rows,
    activeIndex,
    readOnly,
    canPaste: actions.clip !== undefined,
    move,
    expand,
    onChoose: (row) => void choose(row),
    onCommand: command,
    onMenu: (row) => setMenu({ row, at: list.current?.activePlace() ?? { x: 0, y: 0 } }),
    onEscape: () => {
      const isSomething = actions.clip !== undefined || actions.said !== undefined;
      actions.dismiss();
      return isSomething;
    },
  });
  const problem = actions.problem ?? listProblem;
  const isSearching = query.trim() !== "";
  return (
    <div ref={found} className="flex h-full min-h-0 flex-1 flex-col">
      <TreeToolbar
        query={query}
        inContents={inContents}
        readOnly={readOnly}
        onQuery={setQuery}
        onInContents={setInContents}
        onLeave={() => found.current?.querySelector<HTMLElement>('[role="tree"],[role="listbox"]')?.focus()}
        onNew={(kind) => beginNaming(kind, active === undefined ? "" : folderFor(rows[activeIndex]))}
      />
      {problem === undefined ? null : (
        <p role="alert" className="px-2 py-1 text-danger-text text-xs [overflow-wrap:anywhere]">
          {problem}
        </p>
      )}
      {search?.cut ? (
        <p className="px-2 py-1 text-muted-foreground text-xs">Only the first {search.paths.length} are listed.</p>
      ) : null}
      {contents !== undefined ? (
        <ContentMatches query={query} search={contents} onOpen={(path, line) => onOpen(absolute(path), line)} />
      ) : rows.length > 0 ? (
        <TreeList
          ref={list}
          id={treeId}
          rows={rows}
          activeIndex={activeIndex}
          namingIndex={naming === undefined ? -1 : rows.findIndex((row) => row.path === namingPath(naming))}
          naming={
            naming === undefined ? null : (
              <NameField
                key={`${naming.kind}:${naming.path}`}
                label={nameLabel(naming)}
                initial={naming.kind === "rename" ? (naming.path.split("/").at(-1) ?? "") : ""}
                refusal={refusal}
                onSubmit={(name) => void submitName(naming, name)}
                onCancel={endNaming}
              />
            )
          }
          opened={opened}
          marks={marks}
          ignored={ignored}
          locked={locked}
          cut={actions.clip?.move === true ? actions.clip.path : undefined}
          dropPath={drag.dropPath}
          readOnly={readOnly}
          flat={search !== undefined}
          target={drag.target}
          onKeyDown={onKeyDown}
          onChoose={(row) => void choose(row)}
          onMenu={(row, at) => {
            setActive(row.path);
            setMenu({ row, at });
          }}
          onDrag={drag.onDrag}
        />
      ) : isSearching && search !== undefined ? (
        <p className="p-2 text-muted-foreground text-xs" role="status">
          No file matches “{query}”.
        </p>
      ) : isSearching || listings.size === 0 ? null : (
        <EmptyTree readOnly={readOnly} action={emptyAction} onNewFile={() => beginNaming("file", "")} />
      )}
      <TreeSaid said={actions.said} onUndo={() => void actions.undo()} onDismiss={actions.dismiss} />
      {menu === undefined ? null : (
        <TreeMenu
          at={menu.at}
          row={menu.row}
          canPaste={actions.clip !== undefined}
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
          onConfirm={() => {
            setRemoving(undefined);
            void actions.remove(removing).then(focusTree);
          }}
          onCancel={() => {
            setRemoving(undefined);
            focusTree();
          }}
        />
      )}
    </div>
  );
}
