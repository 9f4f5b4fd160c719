import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "./cn";

export interface EmptyStateProps {
  icon?: LucideIcon;
  title: string;
  /** What would be here, and how to get it. */
  children?: ReactNode;
  /** The thing to do about it, best a runnable example. */
  action?: ReactNode;
  className?: string;
}

/** Nothing here yet, and a way forward. Never a dead end. */
export function EmptyState({ icon: Icon, title, children, action, className }: EmptyStateProps) {
  return (
    <div className={cn("mx-auto flex max-w-sm flex-col items-center px-4 py-8 text-center", className)}>
      {Icon ? <Icon aria-hidden className="mb-2 size-5 text-muted-foreground" strokeWidth={1.5} /> : null}
      <p className="font-medium">{title}</p>
      {children ? <div className="mt-0.5 text-balance text-muted-foreground">{children}</div> : null}
      {action ? <div className="mt-3 flex flex-wrap justify-center gap-2">{action}</div> : null}
    </div>
  );
}
