import { Database, FolderPen, Globe, type LucideIcon, SquareTerminal, Waypoints } from "lucide-react";
import type { SideEffect } from "@/lib/core/tool/tool-types";

/** What a side effect touches, as a word and a sign. */
export const SIDE_EFFECT_WORDS: Readonly<Record<SideEffect, { word: string; sentence: string; icon: LucideIcon }>> = {
  filesystem: { word: "files", sentence: "changes files of the workspace", icon: FolderPen },
  network: { word: "network", sentence: "talks to the network", icon: Globe },
  database: { word: "database", sentence: "reads or writes a database", icon: Database },
  process: { word: "shell", sentence: "runs commands", icon: SquareTerminal },
  external: { word: "outside", sentence: "acts on something outside of this session", icon: Waypoints },
};
