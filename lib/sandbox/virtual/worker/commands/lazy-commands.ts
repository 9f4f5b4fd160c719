import type { Command, LazyCommand } from "just-bash/browser";

function lazy(name: string, load: () => Promise<Command>): LazyCommand {
  return { name, load };
}

/** Commands whose code is fetched when one of them first runs. */
export const lazyCommands: LazyCommand[] = [
  lazy("tar", async () => (await import("./tar/tar")).tar),
  lazy("zip", async () => (await import("./zip/zip")).zip),
  lazy("unzip", async () => (await import("./zip/unzip")).unzip),
];
