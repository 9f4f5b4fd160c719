"use client";

import { useTheme } from "next-themes";
import { Toaster as Sonner } from "sonner";

export { toast } from "sonner";

/** Where short messages appear. Only for what needs no answer; a fault that blocks something is shown where it blocks. */
export function Toaster() {
  const { resolvedTheme } = useTheme();
  return (
    <Sonner
      gap={8}
      offset={{ bottom: 48, right: 16 }}
      mobileOffset={{ bottom: 64 }}
      position="bottom-right"
      theme={resolvedTheme === "dark" ? "dark" : "light"}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            "flex w-full items-start gap-2 rounded-lg border bg-popover px-3 py-2.5 text-sm text-popover-foreground shadow-lg",
          title: "font-medium",
          description: "text-muted-foreground",
          icon: "mt-0.5",
          error: "border-danger-line",
          actionButton: "ml-auto shrink-0 rounded-sm border border-input px-2 text-xs font-medium hover:bg-accent",
        },
      }}
    />
  );
}
