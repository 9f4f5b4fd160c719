import type { ComponentProps } from "react";
import { cn } from "./cn";

export interface CardProps extends ComponentProps<"div"> {
  /** `waiting` marks a request to a person, `bad` a failure. */
  tone?: "neutral" | "waiting" | "bad";
}

export function Card({ tone = "neutral", className, ...props }: CardProps) {
  return (
    <div
      className={cn(
        "rounded-lg border bg-card text-card-foreground",
        tone === "waiting" && "border-waiting-line",
        tone === "bad" && "border-danger-line",
        className,
      )}
      {...props}
    />
  );
}

export function CardHeader({ className, ...props }: ComponentProps<"div">) {
  return <div className={cn("flex min-h-9 items-center gap-2 px-3 py-1.5", className)} {...props} />;
}

export function CardContent({ className, ...props }: ComponentProps<"div">) {
  return <div className={cn("px-3 pb-3", className)} {...props} />;
}

export function CardFooter({ className, ...props }: ComponentProps<"div">) {
  return <div className={cn("flex flex-wrap items-center gap-2 border-t px-3 py-2", className)} {...props} />;
}
