/** Where the editor's TypeScript sees a definition file. */
export function modelUri(path: string): string {
  return `file:///${path}`;
}
