import { CircleAlert, CircleCheck, Hand, Info, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "./cn";

const TONES: Record<NoticeTone, { icon: LucideIcon; box: string; mark: string }> = {
  neutral: { icon: Info, box: "border-border bg-muted", mark: "text-muted-foreground" },
  good: { icon: CircleCheck, box: "border-good-line bg-good-soft", mark: "text-good-text" },
  waiting: { icon: Hand, box: "border-waiting-line bg-waiting-soft", mark: "text-waiting-text" },
  bad: { icon: CircleAlert, box: "border-danger-line bg-danger-soft", mark: "text-danger-text" },
};

export type NoticeTone = "neutral" | "good" | "waiting" | "bad";

export interface NoticeProps {
  tone?: NoticeTone;
  title?: ReactNode;
  children?: ReactNode;
  /** What to do about it: one or two buttons. */
  action?: ReactNode;
  /** Read out at once when it appears. Defaults to true for `bad`. */
  announce?: boolean;
  className?: string;
}

/** A sentence the person should read: what is so, and what to do. */
export function Notice({ tone = "neutral", title, children, action, announce, className }: NoticeProps) {
  const { icon: Icon, box, mark } = TONES[tone];
  const role = (announce ?? tone === "bad") ? "alert" : undefined;
  return (
    <div
      className={cn(
        "flex flex-wrap items-start gap-x-2 gap-y-1.5 rounded-md border px-2.5 py-2 text-sm",
        box,
        className,
      )}
      role={role}
    >
      {/* Where there is no room for the buttons beside the text, they stand below it. */}
      <div className="flex min-w-0 flex-1 basis-56 gap-2">
        <Icon aria-hidden className={cn("mt-[3px] size-3.5 shrink-0", mark)} />
        <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
          {title ? <p className="font-medium">{title}</p> : null}
          {children ? <div className={cn(title ? "text-foreground/85" : undefined)}>{children}</div> : null}
        </div>
      </div>
      {action ? <div className="flex flex-wrap gap-1.5">{action}</div> : null}
    </div>
  );
}
