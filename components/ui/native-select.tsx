import { ChevronsUpDown } from "lucide-react";
import type { ComponentProps } from "react";
import { cn } from "./cn";
import { fieldStyles } from "./input";

/** The browser's own list box with our look: one of many in a form, at its best on a phone and with a screen reader. */
export function NativeSelect({ className, ...props }: ComponentProps<"select">) {
  return (
    <span className={cn("relative block w-full min-w-0", className)}>
      <select className={cn(fieldStyles, "h-7 appearance-none truncate pr-7 pl-2 pointer-coarse:h-10")} {...props} />
      <ChevronsUpDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-2 size-3.5 -translate-y-1/2 text-muted-foreground"
      />
    </span>
  );
}
