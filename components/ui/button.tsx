import { cva, type VariantProps } from "class-variance-authority";
import { Slot } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "./cn";
import { Spinner } from "./spinner";

/** `variant` says how loud, `size` how tall. Usable on a link: `<a className={buttonStyles({ variant: "outline" })}>`. */
export const buttonStyles = cva(
  [
    "inline-flex shrink-0 select-none items-center justify-center gap-1.5 whitespace-nowrap rounded-md border font-medium transition-colors",
    "disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:cursor-not-allowed aria-disabled:opacity-50",
    "[&_svg]:pointer-events-none [&_svg]:shrink-0 [&_svg:not([class*='size-'])]:size-3.5",
  ],
  {
    variants: {
      variant: {
        /** The one thing to do next. */
        primary: "border-transparent bg-primary text-primary-foreground hover:bg-primary/90",
        /** Answers a request that waits for a person. */
        waiting: "border-transparent bg-waiting text-waiting-foreground hover:bg-waiting/90",
        danger: "border-transparent bg-danger text-danger-foreground hover:bg-danger/90",
        dangerOutline: "border-danger-line bg-transparent text-danger-text hover:bg-danger-soft",
        outline: "border-input bg-card text-foreground hover:bg-accent",
        secondary: "border-transparent bg-secondary text-secondary-foreground hover:bg-accent",
        ghost:
          "border-transparent text-muted-foreground hover:bg-accent hover:text-accent-foreground data-[state=open]:bg-accent",
        link: "h-auto border-transparent px-0 text-primary-text underline-offset-4 hover:underline",
      },
      size: {
        sm: "h-6 px-2 text-xs pointer-coarse:min-h-9",
        md: "h-7 px-2.5 text-sm pointer-coarse:min-h-10",
        lg: "h-8 px-3.5 text-sm pointer-coarse:min-h-11",
        icon: "size-7 pointer-coarse:size-10",
        iconSm: "size-6 pointer-coarse:size-9",
      },
    },
    defaultVariants: { variant: "outline", size: "md" },
  },
);

export interface ButtonProps extends ComponentProps<"button">, VariantProps<typeof buttonStyles> {
  /** Renders its only child instead of a `button`, with the look of one. */
  asChild?: boolean;
  /** Shows a spinner and takes no clicks; the label stays, so the width does not jump. */
  busy?: boolean;
}

export function Button({ asChild, busy, variant, size, className, children, disabled, type, ...props }: ButtonProps) {
  const classes = cn(buttonStyles({ variant, size }), className);
  if (asChild) {
    return (
      <Slot.Root className={classes} {...props}>
        {children}
      </Slot.Root>
    );
  }
  return (
    <button
      aria-busy={busy || undefined}
      className={classes}
      disabled={disabled || busy}
      type={type ?? "button"}
      {...props}
    >
      {busy ? <Spinner /> : null}
      {children}
    </button>
  );
}
