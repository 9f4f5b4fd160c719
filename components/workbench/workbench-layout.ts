import { z } from "zod";

export const AREAS = ["left", "editor", "bottom", "right"] as const;
/** The four places of the workbench; a narrow screen shows one of them at a time. */
export type Area = (typeof AREAS)[number];
export type TabbedArea = Exclude<Area, "editor">;

const sizesSchema = z.record(z.string(), z.number());

const layoutSchema = z.object({
  /** The open tab of each area. */
  tabs: z.object({ left: z.string().optional(), bottom: z.string().optional(), right: z.string().optional() }),
  /** Which rails are open. */
  rails: z.object({ left: z.boolean(), right: z.boolean() }),
  /** What a narrow screen shows. */
  narrow: z.enum(AREAS),
  /** Shares of the columns and of the centre, as a person dragged them. */
  sizes: z.object({ columns: sizesSchema.optional(), centre: sizesSchema.optional() }),
});
export type WorkbenchLayout = z.infer<typeof layoutSchema>;

export const DEFAULT_LAYOUT: WorkbenchLayout = {
  tabs: {},
  rails: { left: true, right: true },
  narrow: "bottom",
  sizes: {},
};

const KEY = "toolwright:layout";

/** The layout this browser remembers; the default when there is none or it cannot be read. */
export function readLayout(storage: Pick<Storage, "getItem">): WorkbenchLayout {
  try {
    const stored = layoutSchema.safeParse(JSON.parse(storage.getItem(KEY) ?? "null"));
    return stored.success ? stored.data : DEFAULT_LAYOUT;
  } catch {
    return DEFAULT_LAYOUT;
  }
}

export function writeLayout(storage: Pick<Storage, "setItem">, layout: WorkbenchLayout): void {
  try {
    storage.setItem(KEY, JSON.stringify(layout));
  } catch {
    // A full or forbidden store costs the memory of a layout, nothing else.
  }
}
