import type { ComponentProps } from "react";
import { cn } from "./cn";
import { fieldStyles } from "./input";

export interface TextareaProps extends ComponentProps<"textarea"> {
  /** Grows with its text, up to about ten lines. */
  grow?: boolean;
}

export function Textarea({ className, grow, rows = 2, ...props }: TextareaProps) {
  return (
    <textarea
      autoComplete="off"
      className={cn(
        fieldStyles,
        "block resize-y px-2 py-1 leading-5",
        grow && "field-sizing-content max-h-52 min-h-7 resize-none",
        className,
      )}
      rows={rows}
      spellCheck={false}
      {...props}
    />
  );
}
