import { cn } from "./cn";

export interface SeparatorProps {
  orientation?: "horizontal" | "vertical";
  className?: string;
}

/** A hairline; decoration only. */
export function Separator({ orientation = "horizontal", className }: SeparatorProps) {
  return (
    <div
      aria-hidden
      className={cn("shrink-0 bg-border", orientation === "horizontal" ? "h-px w-full" : "h-4 w-px", className)}
    />
  );
}
