"use client";

import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn";
import { IconButton } from "./icon-button";

/** Something that must be answered or closed first. Focus goes in and comes back. */
export const Dialog = Radix.Root;
export const DialogTrigger = Radix.Trigger;
export const DialogClose = Radix.Close;

export interface DialogContentProps extends Omit<ComponentProps<typeof Radix.Content>, "title"> {
  title: ReactNode;
  /** One or two sentences under the title; read out when the dialog opens. */
  description?: ReactNode;
  /** Buttons at the lower edge, the main one last. */
  footer?: ReactNode;
  /** Keeps the title for screen readers only, and the close button away: Escape and a click beside it close. */
  hideTitle?: boolean;
}

export function DialogContent({
  title,
  description,
  footer,
  hideTitle,
  className,
  children,
  ...props
}: DialogContentProps) {
  const described = description ? {} : { "aria-describedby": undefined };
  return (
    <Radix.Portal>
      <Radix.Overlay className="fixed inset-0 z-50 bg-black/35 data-[state=open]:animate-appear dark:bg-black/55" />
      <Radix.Content
        className={cn(
          "fixed top-[12vh] left-1/2 z-50 flex max-h-[76vh] w-[calc(100vw-24px)] max-w-lg -translate-x-1/2 flex-col rounded-lg border bg-popover text-popover-foreground shadow-lg data-[state=open]:animate-appear",
          "max-sm:top-auto max-sm:bottom-3 max-sm:max-h-[88dvh]",
          className,
        )}
        {...described}
        {...props}
      >
        <div className={cn("flex items-start gap-3 px-4 pt-3.5", hideTitle && "sr-only")}>
          <div className="min-w-0 flex-1">
            <Radix.Title className="font-semibold text-base">{title}</Radix.Title>
            {description ? (
              <Radix.Description className="mt-0.5 text-muted-foreground">{description}</Radix.Description>
            ) : null}
          </div>
          {hideTitle ? null : (
            <Radix.Close asChild>
              <IconButton className="-mt-0.5 -mr-1.5" label="Close" size="iconSm">
                <X aria-hidden />
              </IconButton>
            </Radix.Close>
          )}
        </div>
        <div className={cn("min-h-0 flex-1 overflow-auto", !hideTitle && "px-4 py-3.5")}>{children}</div>
        {footer ? <div className="flex flex-wrap justify-end gap-2 border-t px-4 py-3">{footer}</div> : null}
      </Radix.Content>
    </Radix.Portal>
  );
}
