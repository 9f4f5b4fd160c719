/** A file of a tree, of the index or of the work tree. */
export interface GitFile {
  oid: string;
  /** `100644`, `100755`, `120000` or `160000`. */
  mode: string;
}

export type GitFiles = Map<string, GitFile>;
