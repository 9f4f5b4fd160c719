import { parseOptions } from "../tool/parse-options";
import { helpHint, quoted } from "../tool/quoted";
import { toolCommand } from "../tool/tool-command";
import { ToolFailure } from "../tool/tool-failure";
import { after, durationOf } from "./duration";

/** `sleep NUMBER[smhd]…`: ends at once when it is stopped. */
export const sleep = toolCommand("sleep", async (given, { signal }) => {
  const { operands } = parseOptions(given, { name: "sleep", short: "" });
  if (operands.length === 0) throw new ToolFailure(`missing operand\n${helpHint("sleep")}`, 1);
  const durations = operands.map(durationOf);
  const wrong = operands.filter((_, index) => durations[index] === undefined);
  if (wrong.length > 0) {
    const lines = wrong.map((text) => `invalid time interval ${quoted(text)}`).join("\nsleep: ");
    throw new ToolFailure(`${lines}\n${helpHint("sleep")}`, 1);
  }
  const milliseconds = durations.reduce<number>((sum, one) => sum + (one ?? 0), 0);
  await new Promise<void>((resolve) => {
    const end = (): void => {
      callOff();
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const callOff = milliseconds === Number.POSITIVE_INFINITY ? () => {} : after(milliseconds, end);
    signal?.addEventListener("abort", end, { once: true });
    if (signal?.aborted === true) end();
  });
  return { stdout: "", stderr: "", exitCode: 0 };
});
