"use client";

import { type ReactNode, Suspense, useState } from "react";
import { FaultBoundary } from "./fault-boundary";

export interface OnceOpenedProps {
  /** What stands inside, as a person would call it. */
  name: string;
  open: boolean;
  children: ReactNode;
}

/** Stands for nothing until it is opened for the first time, so that its code can be fetched then. */
export function OnceOpened({ name, open, children }: OnceOpenedProps) {
  const [opened, setOpened] = useState(open);
  if (open && !opened) setOpened(true);
  if (!opened) return null;
  return (
    <FaultBoundary name={name}>
      <Suspense fallback={null}>{children}</Suspense>
    </FaultBoundary>
  );
}
