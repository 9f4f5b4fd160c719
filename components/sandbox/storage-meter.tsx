import type { WorkspaceState } from "@/lib/client/workbench-types";
import { roomText } from "@/lib/core/sandbox/room-text";
import { Notice } from "../ui/notice";

const WHERE = {
  opfs: "Saved in this browser",
  indexeddb: "Saved in this browser, in its simple storage",
  none: "Not saved: it is gone when the page closes",
} as const;

/** How much the workspace takes, where it is kept, and loudly when it could not be written. */
export function StorageMeter({ storage }: { storage: WorkspaceState["storage"] }) {
  const part = storage.quota === undefined || storage.quota === 0 ? undefined : storage.bytes / storage.quota;
  return (
    <div className="grid gap-1 px-2 py-1 text-muted-foreground text-xs">
      {storage.problem === undefined ? null : (
        <Notice tone="bad" title={storage.problem.message}>
          {storage.problem.fix}
        </Notice>
      )}
      <p className="flex flex-wrap items-baseline justify-between gap-x-2">
        <span>{WHERE[storage.kind]}</span>
        <span className="shrink-0 tabular-nums">{roomText(storage.bytes, storage.quota)}</span>
      </p>
      {part === undefined || part < 0.01 ? null : (
        <meter
          aria-label="Storage used"
          className="h-1.5 w-full"
          min={0}
          max={1}
          low={0.7}
          high={0.9}
          optimum={0.1}
          value={Math.min(1, part)}
        />
      )}
    </div>
  );
}
