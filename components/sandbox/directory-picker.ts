/** What the File System Access picker hands out, as far as it is used; TypeScript's own declarations leave it out. */
export interface PickedDirectory {
  readonly kind: "directory";
  readonly name: string;
  values(): AsyncIterable<PickedDirectory | PickedFile>;
}

export interface PickedFile {
  readonly kind: "file";
  readonly name: string;
  getFile(): Promise<File>;
}

type DirectoryPicker = (options: { mode: "read" }) => Promise<PickedDirectory>;

/** The folder picker that does not first list everything for an upload, where the browser has one. */
export function directoryPicker(): DirectoryPicker | undefined {
  const candidate: unknown = Reflect.get(window, "showDirectoryPicker");
  return typeof candidate === "function" ? (options) => candidate.call(window, options) : undefined;
}
