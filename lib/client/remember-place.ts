import { z } from "zod";
import type { Workbench } from "./workbench-types";

const placeSchema = z.object({
  definitionPath: z.string(),
  openPaths: z.array(z.string()).max(100),
  openPath: z.string().optional(),
});

/**
 * Brings back what was looked at before a reload (the definition's file, the open workspace files, the one in front) and
 * writes down what is looked at from now on. Returns what ends it.
 */
export function rememberPlace(
  workbench: Pick<Workbench, "sessionId" | "definition" | "workspace" | "openDefinition">,
  storage: Pick<Storage, "getItem" | "setItem">,
): () => void {
  const key = `toolwright:place:${workbench.sessionId}`;
  const { definition, workspace } = workbench;
  const place = readPlace(storage, key);
  if (place !== undefined) {
    if (place.definitionPath in definition.getState().files) workbench.openDefinition(place.definitionPath);
    const { openPaths, openPath } = place;
    workspace.setState({
      openPaths,
      openPath: openPath !== undefined && openPaths.includes(openPath) ? openPath : undefined,
    });
  }
  let written = "";
  const write = () => {
    const { openPaths, openPath } = workspace.getState();
    const text = JSON.stringify({ definitionPath: definition.getState().activePath, openPaths, openPath });
    if (text === written) return;
    written = text;
    try {
      storage.setItem(key, text);
    } catch {
      // A full or forbidden store costs the way back, nothing else.
    }
  };
  const ends = [definition.subscribe(write), workspace.subscribe(write)];
  return () => {
    for (const end of ends) end();
  };
}

function readPlace(storage: Pick<Storage, "getItem">, key: string) {
  try {
    const stored = placeSchema.safeParse(JSON.parse(storage.getItem(key) ?? "null"));
    return stored.success ? stored.data : undefined;
  } catch {
    return undefined;
  }
}
