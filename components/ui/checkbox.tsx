"use client";

import { Check, Minus } from "lucide-react";
import { Checkbox as Radix } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "./cn";

/** `checked` may be `"indeterminate"`. Give it a `Label` by `id`. */
export function Checkbox({ className, ...props }: ComponentProps<typeof Radix.Root>) {
  return (
    <Radix.Root
      className={cn(
        "grid size-4 shrink-0 place-content-center rounded-sm border border-control bg-card transition-colors pointer-coarse:size-6",
        "data-[state=checked]:border-primary data-[state=checked]:bg-primary data-[state=checked]:text-primary-foreground",
        "data-[state=indeterminate]:border-primary data-[state=indeterminate]:text-primary-text",
        "disabled:cursor-not-allowed disabled:opacity-50 aria-invalid:border-danger",
        className,
      )}
      {...props}
    >
      <Radix.Indicator>
        {props.checked === "indeterminate" ? (
          <Minus aria-hidden className="size-3" />
        ) : (
          <Check aria-hidden className="size-3" strokeWidth={3} />
        )}
      </Radix.Indicator>
    </Radix.Root>
  );
}
