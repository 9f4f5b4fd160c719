import type { ComponentProps } from "react";
import { cn } from "./cn";

/** The look of every text control; `aria-invalid` turns its border red. 16 px on touch, so that phones do not zoom in. */
export const fieldStyles = [
  "w-full min-w-0 rounded-md border border-input bg-card text-sm text-foreground transition-colors",
  "hover:border-control/70 focus-visible:border-ring focus-visible:outline-offset-0",
  "disabled:cursor-not-allowed disabled:bg-muted disabled:opacity-60 [&[readonly]]:bg-muted",
  "aria-invalid:border-danger aria-invalid:focus-visible:outline-danger",
  "pointer-coarse:text-lg",
].join(" ");

export function Input({ className, type = "text", ...props }: ComponentProps<"input">) {
  return (
    <input
      autoComplete="off"
      className={cn(fieldStyles, "h-7 px-2 pointer-coarse:h-10", className)}
      spellCheck={false}
      type={type}
      {...props}
    />
  );
}
