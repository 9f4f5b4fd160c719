"use client";

import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Kbd } from "@/components/ui/kbd";
import type { WorkbenchAction } from "./workbench-action";

export interface ShortcutSheetProps {
  open: boolean;
  onOpenChange(open: boolean): void;
  actions: readonly WorkbenchAction[];
}

/** Keys that belong to a card or an editor, and not to the page. */
const LOCAL = [
  { label: "Approve the request", keys: "a", group: "Requests" },
  { label: "Deny the request with a reason", keys: "d", group: "Requests" },
  { label: "Run the call, from any of its fields", keys: "mod+enter", group: "Call" },
  { label: "Let Tab leave the editor", keys: "ctrl+m", group: "Editor" },
];

/** All keys, by what they are for. */
export function ShortcutSheet({ open, onOpenChange, actions }: ShortcutSheetProps) {
  const rows = [...LOCAL, ...actions.filter((action) => action.keys !== undefined)];
  const groups = [...new Set(rows.map((row) => row.group))];
  return (
    <Dialog onOpenChange={onOpenChange} open={open}>
      <DialogContent className="max-w-2xl" description="Single keys rest while you type." title="Keys">
        <div className="gap-x-8 sm:columns-2">
          {groups.map((group) => (
            <section className="mb-3 break-inside-avoid" key={group}>
              <h3 className="pb-1 font-medium text-muted-foreground text-xs">{group}</h3>
              <dl>
                {rows
                  .filter((row) => row.group === group)
                  .map((row) => (
                    <div className="flex items-center justify-between gap-4 py-0.5" key={row.label}>
                      <dt>{row.label}</dt>
                      <dd>
                        <Kbd keys={row.keys ?? ""} />
                      </dd>
                    </div>
                  ))}
              </dl>
            </section>
          ))}
        </div>
      </DialogContent>
    </Dialog>
  );
}
