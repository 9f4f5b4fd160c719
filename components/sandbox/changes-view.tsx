"use client";

import { Check, FileDiff, History, Undo2 } from "lucide-react";
import { useId, useState, useSyncExternalStore } from "react";
import type { ChangesDesk } from "@/lib/client/changes-desk";
import { pointInWords } from "@/lib/client/point-in-words";
import type { Problem, Result } from "@/lib/core/errors/result";
import type { Sandbox } from "@/lib/core/sandbox/sandbox";
import { Button } from "../ui/button";
import { EmptyState } from "../ui/empty-state";
import { formatClock } from "../ui/format-time";
import { Input } from "../ui/input";
import { NativeSelect } from "../ui/native-select";
import { Notice } from "../ui/notice";
import { ChangedFile } from "./changed-file";
import { ChangesDialog } from "./changes-dialog";
import { FoldedChangesLines } from "./folded-changes";
import { RollbackDialog } from "./rollback-dialog";
import { relativePath } from "./tree-rows";
import { UndoRollback } from "./undo-rollback";

export interface ChangesViewProps {
  sandbox: Pick<Sandbox, "read" | "cwd">;
  revision: number;
  desk: ChangesDesk;
  onOpen?(path: string): void;
  readOnly?: boolean;
}

const OPEN_AT_FIRST = 5;
const SHOWN_AT_FIRST = 100;
/** More than this, and looking for one is quicker than scrolling. */
const FILTER_ABOVE = 6;

/** What is asked about before it is done: all of what is shown, or the way back to a point. */
type Asking = { kind: "accept" | "revert" } | { kind: "rollback"; point: number };

/** What is different from what was accepted, or from any earlier state: to keep, to take back, or to go back to. */
export function ChangesView({ sandbox, revision, desk, onOpen, readOnly = false }: ChangesViewProps) {
  const state = useSyncExternalStore(desk.store.subscribe, desk.store.getState, desk.store.getState);
  const { since, shown, folded, points } = state;
  const [working, setWorking] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const [asking, setAsking] = useState<Asking>();
  const [filter, setFilter] = useState("");
  const [most, setMost] = useState(SHOWN_AT_FIRST);
  const sinceId = useId();
  const nameOf = (path: string) => relativePath(path, sandbox.cwd);

  const decide = async (work: () => Promise<Result<unknown>>): Promise<void> => {
    setWorking(true);
    setProblem(undefined);
    const answer = await work();
    setWorking(false);
    if (!answer.ok) setProblem(answer.problem);
  };
  const confirm = async (kind: "accept" | "revert") => {
    await decide(kind === "accept" ? desk.acceptAll : desk.revertAll);
    setAsking(undefined);
  };

  const wanted = filter.trim().toLowerCase();
  const found = wanted === "" ? shown : shown.filter(({ path }) => nameOf(path).toLowerCase().includes(wanted));
  const point = points.find(({ id }) => id === since);
  return (
    <section aria-label="Changes" className="flex h-full min-h-0 flex-1 flex-col">
      <header className="grid gap-1.5 border-b px-3 py-1.5">
        <div className="flex flex-wrap items-center gap-2">
          <label htmlFor={sinceId} className="flex min-w-0 flex-1 basis-52 items-center gap-2 text-xs">
            <span className="shrink-0">Since</span>
            <NativeSelect
              id={sinceId}
              value={since ?? ""}
              onChange={(event) => {
                const { value } = event.currentTarget;
                desk.compareWith(value === "" ? undefined : Number(value));
              }}
            >
              <option value="">what was last accepted</option>
              {points.toReversed().map((one) => (
                <option key={one.id} value={one.id}>
                  {pointInWords(one)} · {formatClock(one.at)}
                </option>
              ))}
            </NativeSelect>
          </label>
          {readOnly || point === undefined ? null : (
            <Button size="sm" disabled={working} onClick={() => setAsking({ kind: "rollback", point: point.id })}>
              <History aria-hidden />
              Roll back to here
            </Button>
          )}
        </div>
        {readOnly ? (
          <p className="text-muted-foreground text-xs">
            Another tab writes these files and decides about their changes; here they are for reading.
          </p>
        ) : null}
        {shown.length === 0 ? null : (
          <div className="flex flex-wrap items-center gap-2">
            <span className="flex-1 text-xs">
              {shown.length === 1 ? "1 file is different" : `${shown.length.toLocaleString("en")} files are different`}
            </span>
            {shown.length > FILTER_ABOVE ? (
              <Input
                aria-label="Filter by path"
                placeholder="Filter"
                className="h-6 w-32"
                value={filter}
                onChange={(event) => setFilter(event.currentTarget.value)}
              />
            ) : null}
            {readOnly ? null : (
              <>
                <Button size="sm" disabled={working} onClick={() => setAsking({ kind: "revert" })}>
                  <Undo2 aria-hidden />
                  Revert all
                </Button>
                {since === undefined ? (
                  <Button size="sm" disabled={working} onClick={() => setAsking({ kind: "accept" })}>
                    <Check aria-hidden />
                    Accept all
                  </Button>
                ) : null}
              </>
            )}
          </div>
        )}
        {state.dropped === 0 ? null : (
          <p className="text-muted-foreground text-xs">
            {state.dropped.toLocaleString("en")} older states made room for newer ones.
          </p>
        )}
      </header>
      {state.problem === undefined ? null : (
        <Notice tone="waiting" title={state.problem.message}>
          {state.problem.fix}
        </Notice>
      )}
      {problem === undefined ? null : (
        <p role="alert" className="px-3 py-1 text-danger-text text-xs">
          {problem.message} {problem.fix ?? ""}
        </p>
      )}
      {readOnly ? null : <UndoRollback desk={desk} />}
      <FoldedChangesLines folded={folded} nameOf={nameOf} />
      {shown.length === 0 ? (
        <EmptyState icon={FileDiff} title="No changes">
          {since === undefined
            ? "What a run or the terminal changes in the workspace appears here as a diff."
            : "The files are as they were at this point. Choose another one above."}
        </EmptyState>
      ) : (
        <ul className="min-h-0 flex-1 overflow-auto">
          {found.length === 0 ? <li className="p-3 text-muted-foreground text-xs">No path holds this text.</li> : null}
          {found.slice(0, most).map((change, index) => (
            <ChangedFile
              key={change.path}
              sandbox={sandbox}
              desk={desk}
              change={change}
              name={nameOf(change.path)}
              revision={revision}
              compared={shown}
              openAtFirst={index < OPEN_AT_FIRST}
              busy={working}
              canAccept={since === undefined}
              readOnly={readOnly}
              onOpen={onOpen}
              decide={(work) => void decide(work)}
            />
          ))}
          {found.length > most ? (
            <li className="p-2">
              <Button size="sm" variant="ghost" onClick={() => setMost(most + SHOWN_AT_FIRST)}>
                Show more: {(found.length - most).toLocaleString("en")} files are not listed yet
              </Button>
            </li>
          ) : null}
        </ul>
      )}
      {asking === undefined ? null : asking.kind === "rollback" ? (
        <RollbackDialog
          desk={desk}
          point={asking.point}
          nameOf={nameOf}
          onClose={(refused) => {
            setAsking(undefined);
            setProblem(refused);
          }}
        />
      ) : (
        <ChangesDialog
          {...WORDS[asking.kind]}
          danger={asking.kind === "revert"}
          changes={{ listed: shown, folded }}
          nameOf={nameOf}
          busy={working}
          onConfirm={() => void confirm(asking.kind)}
          onCancel={() => setAsking(undefined)}
        />
      )}
    </section>
  );
}

const WORDS = {
  accept: {
    title: "Accept all changes?",
    description: "The files stay as they are, and nothing of this is listed as a change any more.",
    action: "Accept all",
    word: { created: "new", changed: "changed", removed: "removed" },
  },
  revert: {
    title: "Revert all changes?",
    description: "Every file gets its earlier content back, and the model is told. The state before is kept in Since.",
    action: "Revert all",
    word: { created: "is removed", changed: "is put back", removed: "comes back" },
  },
} as const;
