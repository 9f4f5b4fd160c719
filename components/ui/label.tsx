"use client";

import { Label as Radix } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "./cn";

export function Label({ className, ...props }: ComponentProps<typeof Radix.Root>) {
  return <Radix.Root className={cn("select-none font-medium text-sm leading-5", className)} {...props} />;
}
