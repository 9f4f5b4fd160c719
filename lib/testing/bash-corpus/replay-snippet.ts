import type { Sandbox, SandboxSnapshot } from "@/lib/core/sandbox/sandbox";
import { SandboxError } from "@/lib/core/sandbox/sandbox-error";
import type { RecordedSnippet } from "./corpus";

export interface Replay {
  snippet: RecordedSnippet;
  stdout: string;
  stderr: string;
  /** Undefined when the command did not end by itself. */
  exitCode: number | undefined;
  /** What bash complains of as well excuses nothing: only words beyond its own say that something is not supported here. */
  verdict: "same" | "different-but-said" | "silently-different";
}

const LONGEST_MS = 15_000;

const HIDES_ERRORS = /\s*2>\s*\/dev\/null/g;

/** Runs one snippet in a workspace that holds the corpus's files and nothing else, and compares it with what bash did. */
export async function replaySnippet(
  sandbox: Sandbox,
  start: SandboxSnapshot,
  snippet: RecordedSnippet,
): Promise<Replay> {
  await sandbox.restore(start);
  try {
    const { stdout, stderr, exitCode } = await sandbox.exec(snippet.script, {
      timeoutMs: LONGEST_MS,
      env: { TZ: "UTC", LC_ALL: "C.UTF-8" },
    });
    const same = stdout === expectedText(snippet) && exitCode === snippet.exitCode;
    const said =
      !same && (linesOf(stderr) > (snippet.complaints ?? 0) || (await complainsWhenHeard(sandbox, start, snippet)));
    const verdict = same ? "same" : said ? "different-but-said" : "silently-different";
    return { snippet, stdout, stderr, exitCode, verdict };
  } catch (error) {
    if (!SandboxError.isInstance(error)) throw error;
    return {
      snippet,
      stdout: "",
      stderr: `${error.code}: ${error.message}`,
      exitCode: undefined,
      verdict: "different-but-said",
    };
  }
}

/** Whether the command does say what is wrong, to a snippet that throws its errors away. */
async function complainsWhenHeard(sandbox: Sandbox, start: SandboxSnapshot, { script, heard = 0 }: RecordedSnippet) {
  if (script.search(HIDES_ERRORS) < 0) return false;
  await sandbox.restore(start);
  const { stderr } = await sandbox.exec(script.replace(HIDES_ERRORS, ""), { timeoutMs: LONGEST_MS });
  return linesOf(stderr) > heard;
}

function linesOf(text: string): number {
  return text.split("\n").filter((line) => line.trim() !== "").length;
}

function expectedText({ stdout }: RecordedSnippet): string {
  if (typeof stdout === "string") return stdout;
  const bytes = Uint8Array.from(atob(stdout.base64), (letter) => letter.charCodeAt(0));
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}
