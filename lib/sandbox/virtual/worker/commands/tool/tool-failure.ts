/** Ends a tool with a message on stderr, as `name: message`, and an exit code. */
export class ToolFailure extends Error {
  constructor(
    message: string,
    readonly exitCode: number,
  ) {
    super(message);
    this.name = "ToolFailure";
  }
}
