"use client";

import { Dialog, DialogContent } from "@/components/ui/dialog";
import type { LintedTool } from "@/lib/core/schema/dialects/lint-tool";
import { ProviderMatrix } from "./provider-matrix";

export interface ProviderDialogProps {
  open: boolean;
  onOpenChange(open: boolean): void;
  tools: readonly LintedTool[];
  selected: string | undefined;
}

/** The matrix over the workbench. It follows the code: what is described anew is judged anew. */
export function ProviderDialog({ open, onOpenChange, tools, selected }: ProviderDialogProps) {
  return (
    <Dialog onOpenChange={onOpenChange} open={open}>
      <DialogContent
        className="max-w-4xl"
        // The arrow keys walk the table at once; Escape closes.
        onOpenAutoFocus={(event) => {
          const cell = (event.currentTarget as HTMLElement).querySelector<HTMLElement>('[aria-pressed="true"]');
          if (cell === null) return;
          event.preventDefault();
          cell.focus();
        }}
        description="What each provider takes of each tool, and what is sent in another form."
        title="Tools and providers"
      >
        <ProviderMatrix selected={selected} tools={tools} />
      </DialogContent>
    </Dialog>
  );
}
