"use client";

import type { ReactNode } from "react";
import { Button, type ButtonProps } from "./button";
import { Tooltip } from "./tooltip";

export interface IconButtonProps extends Omit<ButtonProps, "size" | "aria-label"> {
  /** What it does: the accessible name and the tooltip. */
  label: string;
  /** The key that does the same, shown in the tooltip, e.g. `mod+k`. */
  shortcut?: string;
  size?: "icon" | "iconSm";
  tooltipSide?: "top" | "right" | "bottom" | "left";
  children: ReactNode;
}

/** A button that is only an icon. It always has a name. */
export function IconButton({
  label,
  shortcut,
  size = "icon",
  variant = "ghost",
  tooltipSide,
  children,
  ...props
}: IconButtonProps) {
  return (
    <Tooltip content={label} shortcut={shortcut} side={tooltipSide}>
      <Button aria-label={label} size={size} variant={variant} {...props}>
        {children}
      </Button>
    </Tooltip>
  );
}
