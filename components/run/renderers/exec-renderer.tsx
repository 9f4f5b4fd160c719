import { TerminalBlock } from "../terminal-block";
import { bashRenderer } from "./bash-renderer";
import { type CallRenderer, textArgument } from "./call-renderer";

/** `exec` gives its streams apart and the exit code as a number. */
export const execRenderer: CallRenderer = {
  summary: bashRenderer.summary,
  preview: bashRenderer.preview,
  result: (_text, values, { value }) => {
    const command = textArgument(values, "command");
    if (command === undefined || typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
    const { stdout, stderr, exitCode } = value;
    if (typeof stdout !== "string" || typeof stderr !== "string" || typeof exitCode !== "number") return undefined;
    const output = stdout === "" || stderr === "" ? stdout + stderr : `${stdout.trimEnd()}\n${stderr}`;
    return <TerminalBlock command={command} output={output} exitCode={exitCode} />;
  },
};
