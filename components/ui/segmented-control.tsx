"use client";

import { RadioGroup } from "radix-ui";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn";

export interface SegmentedControlProps<Value extends string>
  extends Omit<ComponentProps<typeof RadioGroup.Root>, "value" | "onValueChange" | "orientation" | "children"> {
  /** What is chosen here; read out. Not needed when `aria-labelledby` names it. */
  label?: string;
  value: Value;
  onValueChange(value: Value): void;
  options: readonly { value: Value; label: ReactNode; disabled?: boolean }[];
  size?: "sm" | "md";
  className?: string;
}

/** Two to four choices side by side, exactly one of them taken. */
export function SegmentedControl<Value extends string>({
  label,
  value,
  onValueChange,
  options,
  size = "sm",
  className,
  ...props
}: SegmentedControlProps<Value>) {
  return (
    <RadioGroup.Root
      {...props}
      aria-label={label}
      className={cn("inline-flex shrink-0 rounded-md border bg-muted p-px", className)}
      onValueChange={(next) => {
        const option = options.find((candidate) => candidate.value === next);
        if (option) onValueChange(option.value);
      }}
      orientation="horizontal"
      value={value}
    >
      {options.map((option) => (
        <RadioGroup.Item
          className={cn(
            "inline-flex items-center gap-1.5 rounded-sm border border-transparent px-2 font-medium text-muted-foreground transition-colors",
            "hover:text-foreground disabled:opacity-50 data-[state=checked]:border-border data-[state=checked]:bg-card data-[state=checked]:text-foreground data-[state=checked]:shadow-xs",
            "[&_svg]:size-3.5",
            size === "sm" ? "h-5.5 text-xs pointer-coarse:h-9" : "h-6.5 text-sm pointer-coarse:h-10",
          )}
          disabled={option.disabled}
          key={option.value}
          value={option.value}
        >
          {option.label}
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}
