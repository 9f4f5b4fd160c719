import type { Replay } from "./replay-snippet";

/** The share of snippets that did exactly what bash does, and one line for each that did not, for a person to read. */
export function reportReplays(replays: readonly Replay[]): { share: number; lines: string[] } {
  const different = replays.filter(({ verdict }) => verdict !== "same");
  const lines = different.map(({ snippet, stdout, stderr, exitCode, verdict }) =>
    [
      `${verdict}: ${snippet.name}: ${snippet.script}`,
      `  bash: ${JSON.stringify(snippet.stdout).slice(0, 300)} exit ${snippet.exitCode}`,
      `  here: ${JSON.stringify(stdout).slice(0, 300)} exit ${exitCode} ${JSON.stringify(stderr).slice(0, 200)}`,
    ].join("\n"),
  );
  return { share: (replays.length - different.length) / replays.length, lines };
}
