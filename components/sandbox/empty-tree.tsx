"use client";

import { FilePlus, Folder } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../ui/button";
import { EmptyState } from "../ui/empty-state";

/** A workspace without files, and what to do about it. */
export function EmptyTree({
  readOnly,
  action,
  onNewFile,
}: {
  readOnly: boolean;
  /** What is offered beside a new file. */
  action: ReactNode;
  onNewFile(): void;
}) {
  return (
    <EmptyState
      icon={Folder}
      title="The workspace is empty"
      action={
        readOnly ? undefined : (
          <>
            <Button size="sm" onClick={onNewFile}>
              <FilePlus aria-hidden />
              New file
            </Button>
            {action}
          </>
        )
      }
    >
      {readOnly ? "It was shared without files." : "Bring a folder or a zip, drop files here, or make a file."}
    </EmptyState>
  );
}
