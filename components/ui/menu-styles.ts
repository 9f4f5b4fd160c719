/** What floats above the page looks the same everywhere: menus, selects, popovers, the palette. */
export const floatingStyles =
  "z-50 overflow-hidden rounded-lg border bg-popover text-popover-foreground shadow-lg data-[state=open]:animate-appear";

export const menuItemStyles = [
  "relative flex min-h-7 cursor-default select-none items-center gap-2 rounded-sm px-2 py-1 text-sm outline-none",
  "data-highlighted:bg-accent data-highlighted:text-accent-foreground",
  "data-disabled:pointer-events-none data-disabled:opacity-55 pointer-coarse:min-h-10",
  "[&_svg:not([class*='size-'])]:size-3.5 [&_svg]:shrink-0",
].join(" ");

export const menuLabelStyles = "px-2 pt-1.5 pb-1 font-medium text-muted-foreground text-xs";
