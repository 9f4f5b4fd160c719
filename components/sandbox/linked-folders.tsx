"use client";

import { FolderSync, Lock, Unlink } from "lucide-react";
import { useSyncExternalStore } from "react";
import type { FolderDesk } from "@/lib/client/folder-desk";
import { IconButton } from "../ui/icon-button";
import { Notice } from "../ui/notice";
import { renderVisible } from "../ui/render-visible";

/** The folders of this computer that are linked: what may happen to them, what did, and what was left as it is. */
export function LinkedFolders({ desk }: { desk: FolderDesk }) {
  const { links } = useSyncExternalStore(desk.store.subscribe, desk.store.getState, desk.store.getState);
  if (links.length === 0) return null;
  return (
    <ul aria-label="Linked folders" className="grid gap-1 border-t px-2 py-1 text-xs">
      {links.map((link) => (
        <li key={link.path} className="grid grid-cols-[minmax(0,1fr)] gap-1">
          <div className="flex items-center gap-1.5">
            {link.mode === "writable" ? (
              <FolderSync aria-hidden className="size-3.5 shrink-0" />
            ) : (
              <Lock aria-hidden className="size-3.5 shrink-0" />
            )}
            <span className="min-w-0 flex-1">
              <span className="one-line block font-mono" title={link.name}>
                {renderVisible(link.name)}
              </span>
              <span className="block text-muted-foreground">
                {link.mode === "writable"
                  ? `writes back, ${link.written.toLocaleString("en")} written`
                  : `read-only, ${link.files.toLocaleString("en")} files`}
              </span>
            </span>
            <IconButton label={`Unlink ${link.name}`} size="iconSm" onClick={() => desk.unlink(link.path)}>
              <Unlink aria-hidden />
            </IconButton>
          </div>
          {link.problem === undefined ? null : (
            <Notice tone="bad" title={link.problem.message}>
              {link.problem.fix}
            </Notice>
          )}
          {link.reports.length === 0 ? null : (
            <details>
              <summary className="cursor-pointer">
                {link.reports.length === 1
                  ? "1 file was left as it is"
                  : `${link.reports.length} were left as they are`}
              </summary>
              <ul className="max-h-32 overflow-auto text-muted-foreground">
                {link.reports.map((line) => (
                  <li key={line} className="[overflow-wrap:anywhere]">
                    {renderVisible(line)}
                  </li>
                ))}
              </ul>
            </details>
          )}
        </li>
      ))}
    </ul>
  );
}
