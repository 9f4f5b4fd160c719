import { LoaderCircle } from "lucide-react";
import { cn } from "./cn";

/** Something is under way. With `label` it is announced; without, the text beside it says what. */
export function Spinner({ className, label }: { className?: string; label?: string }) {
  return (
    <span className="inline-flex items-center" role={label ? "status" : undefined}>
      <LoaderCircle aria-hidden className={cn("size-3.5 animate-spin", className)} />
      {label ? <span className="sr-only">{label}</span> : null}
    </span>
  );
}
