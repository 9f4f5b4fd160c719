"use client";

import type { LucideIcon } from "lucide-react";
import { type ReactNode, Suspense } from "react";
import { cn } from "@/components/ui/cn";
import { FaultBoundary } from "@/components/ui/fault-boundary";
import { Spinner } from "@/components/ui/spinner";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";

export interface Pane {
  id: string;
  label: string;
  icon?: LucideIcon;
  /** A count or a mark behind the label. */
  badge?: ReactNode;
  content: ReactNode;
  /** Keeps it alive while another tab is looked at: a terminal, an unsent prompt. */
  keepMounted?: boolean;
}

export interface AreaTabsProps {
  /** Names the tab list. */
  label: string;
  panes: readonly Pane[];
  /** The open pane; the first one when it is not among them. */
  value: string | undefined;
  onValueChange(id: string): void;
  /** Behind the tabs, at the end of their row. */
  trailing?: ReactNode;
}

/** The tabbed panes of one area. */
export function AreaTabs({ label, panes, value, onValueChange, trailing }: AreaTabsProps) {
  const open = panes.find((pane) => pane.id === value) ?? panes[0];
  return (
    <Tabs className="h-full" onValueChange={onValueChange} value={open?.id ?? ""}>
      <div className="@container flex shrink-0 items-center border-b bg-card pr-1">
        <TabsList aria-label={label} className="min-w-0 flex-1 border-b-0 [scrollbar-width:none]">
          {panes.map(({ id, label: name, icon: Icon, badge }) => (
            <TabsTrigger badge={badge} key={id} value={id}>
              {/* In a narrow rail the words matter more than their pictures. */}
              {Icon ? <Icon aria-hidden className="@max-[15rem]:hidden" /> : null}
              {name}
            </TabsTrigger>
          ))}
        </TabsList>
        {trailing}
      </div>
      {panes.map((pane) => (
        <TabsContent
          className={cn("flex flex-col overflow-hidden bg-card", pane.keepMounted && "data-[state=inactive]:hidden")}
          forceMount={pane.keepMounted || undefined}
          key={pane.id}
          tabIndex={-1}
          value={pane.id}
        >
          <FaultBoundary name={pane.label}>
            <Suspense fallback={<PaneComing label={pane.label} />}>{pane.content}</Suspense>
          </FaultBoundary>
        </TabsContent>
      ))}
    </Tabs>
  );
}

/** While the code of a pane is on its way. */
function PaneComing({ label }: { label: string }) {
  return (
    <p className="flex items-center gap-2 p-3 text-muted-foreground" role="status">
      <Spinner /> Opening {label}
    </p>
  );
}
