/** A definition file imports something that is not there. */
export class UnknownImportError extends Error {
  constructor(
    readonly specifier: string,
    readonly file: string,
    readonly available: readonly string[],
  ) {
    super(`${file} imports "${specifier}", which does not exist here.`);
    this.name = "UnknownImportError";
  }
}
