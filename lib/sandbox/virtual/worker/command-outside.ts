import type { ShellFetch, ShellFetchAnswer } from "../shell-fetch";

export type FetchReply = { ok: true; value: ShellFetchAnswer } | { ok: false; code: string; message: string };

/** What a command may ask of the page; it rejects with nothing, a refusal is a value. */
export type AskOutside = (input: ShellFetch, signal?: AbortSignal) => Promise<FetchReply>;

/**
 * The way out of the commands of one interpreter. The interpreter is made before anybody knows what it will run, so the
 * way is opened for the command line that it runs, and until then leads nowhere.
 */
export class CommandOutside {
  private asking: AskOutside | undefined;

  open(asking: AskOutside | undefined): void {
    this.asking = asking;
  }

  readonly fetch: AskOutside = async (input, signal) =>
    this.asking?.(input, signal) ?? { ok: false, code: "outside-missing", message: "this command has no way out" };
}
