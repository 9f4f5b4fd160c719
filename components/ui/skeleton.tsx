import { cn } from "./cn";

/** Stands where something will be, with its size. Say what is loading in a `status` beside it. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={cn("animate-pulse-soft rounded-sm bg-muted", className)} />;
}
