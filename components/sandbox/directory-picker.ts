/** Browsers that have it ask for a folder without listing it for upload. Not part of TypeScript's own declarations. */
type DirectoryPicker = (options: { mode: "read" }) => Promise<FileSystemDirectoryHandle>;

/** The File System Access folder picker, where the browser has one. */
export function directoryPicker(): DirectoryPicker | undefined {
  const candidate: unknown = Reflect.get(window, "showDirectoryPicker");
  return typeof candidate === "function" ? (options) => candidate.call(window, options) : undefined;
}
