"use client";

import { type ReactNode, useMemo, useState } from "react";
import { createStore } from "zustand/vanilla";
import type { StepPointActions } from "@/components/run/step-point-menu";
import { RollbackDialog } from "@/components/sandbox/rollback-dialog";
import { UndoRollback } from "@/components/sandbox/undo-rollback";
import { useStoreValue, useWorkbench } from "@/lib/client/workbench-context";
import type { HistoryPoint } from "@/lib/client/workspace-history";
import type { Problem } from "@/lib/core/errors/result";

const NO_POINTS = createStore<{ points: HistoryPoint[] }>(() => ({ points: [] }));
const ROOT = "/workspace/";

/** What the steps of a timeline offer with the files as they found them, and what is asked or told about it. */
export function useStepPoints(onShowChanges: () => void): { actions?: StepPointActions; below: ReactNode } {
  const workbench = useWorkbench();
  const desk = workbench.changesDesk;
  const isDriver = useStoreValue(workbench.session, (state) => state.tab) === "driver";
  const points = useStoreValue(desk?.store ?? NO_POINTS, (state) => state.points);
  const [asking, setAsking] = useState<number>();
  const [problem, setProblem] = useState<Problem>();

  const actions = useMemo((): StepPointActions | undefined => {
    if (desk === undefined) return undefined;
    const pointOf = new Map<string, number>();
    for (const { id, about } of points) {
      const key =
        about.kind === "run" ? keyOf(about.runId, 1) : about.kind === "step" ? keyOf(about.runId, about.step) : "";
      // A step that was asked for again found the files as they were the first time.
      if (key !== "" && !pointOf.has(key)) pointOf.set(key, id);
    }
    const at = (runId: string, step: number, use: (point: number) => void) => {
      const point = pointOf.get(keyOf(runId, step));
      if (point !== undefined) use(point);
    };
    const { forkAt } = workbench;
    const fork = async (point: number) => {
      const forked = await forkAt?.(point);
      if (forked?.ok) window.location.assign(`/s/${forked.value.sessionId}`);
      else setProblem(forked?.problem);
    };
    return {
      has: (runId, step) => pointOf.has(keyOf(runId, step)),
      compare: (runId, step) =>
        at(runId, step, (point) => {
          desk.compareWith(point);
          onShowChanges();
        }),
      ...(isDriver
        ? {
            rollBack: (runId, step) => at(runId, step, setAsking),
            fork: (runId, step) => at(runId, step, (point) => void fork(point)),
          }
        : {}),
    };
  }, [workbench, desk, points, isDriver, onShowChanges]);

  const below =
    desk === undefined || !isDriver ? null : (
      <>
        {problem === undefined ? null : (
          <p role="alert" className="px-3 py-1 text-danger-text text-xs">
            {problem.message} {problem.fix ?? ""}
          </p>
        )}
        <UndoRollback desk={desk} />
        {asking === undefined ? null : (
          <RollbackDialog
            desk={desk}
            point={asking}
            nameOf={(path) => (path.startsWith(ROOT) ? path.slice(ROOT.length) : path)}
            onClose={(refused) => {
              setAsking(undefined);
              setProblem(refused);
            }}
          />
        )}
      </>
    );
  return { ...(actions === undefined ? {} : { actions }), below };
}

function keyOf(runId: string, step: number): string {
  return `${step}:${runId}`;
}
