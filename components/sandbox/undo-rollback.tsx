"use client";

import { useState, useSyncExternalStore } from "react";
import type { ChangesDesk } from "@/lib/client/changes-desk";
import type { Problem } from "@/lib/core/errors/result";
import { Button } from "../ui/button";

/** The way back from the last roll back, until something else is decided. */
export function UndoRollback({ desk }: { desk: ChangesDesk }) {
  const { undo } = useSyncExternalStore(desk.store.subscribe, desk.store.getState, desk.store.getState);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  if (undo === undefined && problem === undefined) return null;
  const goBack = async () => {
    setBusy(true);
    const done = await desk.undoRollBack();
    setBusy(false);
    setProblem(done.ok ? undefined : done.problem);
  };
  if (undo === undefined) {
    return (
      <p role="alert" className="px-3 py-1 text-danger-text text-xs">
        {problem?.message} {problem?.fix ?? ""}
      </p>
    );
  }
  return (
    <p role="status" className="flex items-center gap-2 px-3 py-1 text-xs">
      The files are as they were then; the model is told.
      <Button size="sm" busy={busy} onClick={() => void goBack()}>
        Undo
      </Button>
    </p>
  );
}
