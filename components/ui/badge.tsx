import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";
import { cn } from "./cn";

const badgeStyles = cva(
  "inline-flex h-[18px] shrink-0 items-center gap-1 whitespace-nowrap rounded-sm border px-1.5 font-medium text-2xs [&_svg]:size-3 [&_svg]:shrink-0",
  {
    variants: {
      tone: {
        neutral: "border-border bg-muted text-muted-foreground",
        outline: "border-input bg-transparent text-muted-foreground",
        busy: "border-border bg-muted text-foreground",
        /** Only for "waits for a person". */
        waiting: "border-waiting-line bg-waiting-soft text-waiting-text",
        good: "border-good-line bg-good-soft text-good-text",
        bad: "border-danger-line bg-danger-soft text-danger-text",
      },
    },
    defaultVariants: { tone: "neutral" },
  },
);

export type BadgeTone = NonNullable<VariantProps<typeof badgeStyles>["tone"]>;
export interface BadgeProps extends ComponentProps<"span"> {
  tone?: BadgeTone;
}

/** One word about a thing. The word carries the meaning; the colour only repeats it. */
export function Badge({ tone, className, ...props }: BadgeProps) {
  return <span className={cn(badgeStyles({ tone }), className)} {...props} />;
}
