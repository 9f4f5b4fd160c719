"use client";

import { useEffect, useState } from "react";
import type { ChangesDesk } from "@/lib/client/changes-desk";
import type { Problem } from "@/lib/core/errors/result";
import type { FoldedChanges } from "@/lib/core/sandbox/tool-folders";
import { ChangesDialog } from "./changes-dialog";

export interface RollbackDialogProps {
  desk: ChangesDesk;
  point: number;
  nameOf(path: string): string;
  /** Rolled back, left alone, or refused with the reason. */
  onClose(problem?: Problem): void;
}

const WORD = { created: "comes back", changed: "is put back", removed: "is removed" } as const;

/** Asks before the files go back to a point, and names what would change. */
export function RollbackDialog({ desk, point, nameOf, onClose }: RollbackDialogProps) {
  const [changes, setChanges] = useState<FoldedChanges>();
  const [busy, setBusy] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for a point, whatever is drawn meanwhile
  useEffect(() => {
    let isGone = false;
    void desk.rollbackChanges(point).then((answer) => {
      if (isGone) return;
      if (answer.ok) setChanges(answer.value);
      else onClose(answer.problem);
    });
    return () => {
      isGone = true;
    };
  }, [desk, point]);
  const rollBack = async () => {
    setBusy(true);
    const done = await desk.rollBack(point);
    onClose(done.ok ? undefined : done.problem);
  };
  return (
    <ChangesDialog
      title="Roll the files back to here?"
      description="The files become what they were then, and the model is told. The state before is kept, so it can be undone."
      action="Roll back"
      danger
      changes={changes}
      word={WORD}
      nameOf={nameOf}
      busy={busy}
      onConfirm={() => void rollBack()}
      onCancel={() => onClose()}
    />
  );
}
