import type { ReactNode } from "react";

/** One state with its caption. */
export function Specimen({ caption, children }: { caption: string; children: ReactNode }) {
  return (
    <figure className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <figcaption className="text-muted-foreground text-xs">{caption}</figcaption>
      {children}
    </figure>
  );
}
