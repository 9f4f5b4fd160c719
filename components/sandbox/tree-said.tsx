"use client";

import { Undo2, X } from "lucide-react";
import { Button } from "../ui/button";
import { IconButton } from "../ui/icon-button";
import { renderName } from "./render-name";
import type { Said } from "./use-tree-actions";

/** What was done last in the tree, and the way back. */
export function TreeSaid({ said, onUndo, onDismiss }: { said: Said | undefined; onUndo(): void; onDismiss(): void }) {
  return (
    <div
      role="status"
      className={said === undefined ? "sr-only" : "flex items-center gap-1 border-t px-2 py-0.5 text-xs"}
    >
      {said === undefined ? null : (
        <>
          <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{renderName(said.text)}</span>
          {said.undo === undefined ? null : (
            <Button size="sm" variant="ghost" onClick={onUndo}>
              <Undo2 aria-hidden />
              Undo
            </Button>
          )}
          <IconButton label="Dismiss" size="iconSm" onClick={onDismiss}>
            <X aria-hidden />
          </IconButton>
        </>
      )}
    </div>
  );
}
