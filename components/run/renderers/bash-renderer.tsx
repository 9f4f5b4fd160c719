import { TerminalBlock } from "../terminal-block";
import { type CallRenderer, textArgument } from "./call-renderer";

/** The tool says a code other than 0 on its last line. */
const EXIT_CODE = /\n*\(exit code: (-?\d+)\)\s*$/;

export const bashRenderer: CallRenderer = {
  summary: (values) => textArgument(values, "command")?.split("\n", 1)[0],
  preview: (values) => {
    const command = textArgument(values, "command");
    return command === undefined ? undefined : <TerminalBlock command={command} whole />;
  },
  result: (text, values) => {
    const command = textArgument(values, "command");
    if (command === undefined) return undefined;
    const exit = EXIT_CODE.exec(text);
    return (
      <TerminalBlock
        command={command}
        output={text.replace(EXIT_CODE, "")}
        exitCode={exit?.[1] === undefined ? 0 : Number(exit[1])}
      />
    );
  },
};
