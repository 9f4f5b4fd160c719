"use client";

import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import { type ComponentProps, type ReactNode, useState } from "react";
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

export function DialogContent(props: DialogContentProps) {
  return (
    <Radix.Portal>
      <Radix.Overlay className="fixed inset-0 z-50 bg-black/35 data-[state=open]:animate-appear dark:bg-black/55" />
      <OpenContent {...props} />
    </Radix.Portal>
  );
}

/** Exists only while the dialog is open, so what had the focus when it began is where the focus goes back to. */
function OpenContent({
  title,
  description,
  footer,
  hideTitle,
  className,
  children,
  onCloseAutoFocus,
  onOpenAutoFocus,
  ...props
}: DialogContentProps) {
  const [opener] = useState(() => document.activeElement);
  const described = description ? {} : { "aria-describedby": undefined };
  return (
    <Radix.Content
      className={cn(
        "fixed top-[12vh] left-1/2 z-50 flex max-h-[76vh] w-[calc(100vw-24px)] max-w-lg -translate-x-1/2 flex-col rounded-lg border bg-popover text-popover-foreground shadow-lg data-[state=open]:animate-appear",
        "max-sm:top-auto max-sm:bottom-3 max-sm:max-h-[88dvh]",
        className,
      )}
      onCloseAutoFocus={(event) => {
        onCloseAutoFocus?.(event);
        // Radix knows a trigger only; most dialogs are opened by a key, the palette or a menu.
        if (event.defaultPrevented || !(opener instanceof HTMLElement) || !opener.isConnected) return;
        event.preventDefault();
        opener.focus({ preventScroll: true });
      }}
      onOpenAutoFocus={(event) => {
        onOpenAutoFocus?.(event);
        if (event.defaultPrevented || onOpenAutoFocus !== undefined || hideTitle) return;
        // The dialog itself, so that it is read: on its first button, Close, a tooltip would take the first Escape.
        event.preventDefault();
        if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
      }}
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
  );
}
