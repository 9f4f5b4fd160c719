import type { RealDirectory } from "@/lib/client/folder-desk";

type DirectoryPicker = (options: { mode: "read" }) => Promise<RealDirectory>;

/** The folder picker that does not first list everything for an upload, where the browser has one. */
export function directoryPicker(): DirectoryPicker | undefined {
  const candidate: unknown = Reflect.get(window, "showDirectoryPicker");
  return typeof candidate === "function" ? (options) => candidate.call(window, options) : undefined;
}
