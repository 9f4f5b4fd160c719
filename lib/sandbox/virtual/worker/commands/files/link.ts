import { parseOptions } from "../tool/parse-options";
import { helpHint, quoted } from "../tool/quoted";
import { textTool } from "../tool/text-tool";
import { ToolFailure } from "../tool/tool-failure";
import { fileFailure } from "./file-failure";

/** `link FILE NAME` */
export const link = textTool("link", async (run, given) => {
  const { operands } = parseOptions(given, { name: "link", short: "" });
  const [from, to, extra] = operands;
  if (from === undefined) throw new ToolFailure(`missing operand\n${helpHint("link")}`, 1);
  if (to === undefined) throw new ToolFailure(`missing operand after ${quoted(from)}\n${helpHint("link")}`, 1);
  if (extra !== undefined) throw new ToolFailure(`extra operand ${quoted(extra)}\n${helpHint("link")}`, 1);
  try {
    await run.context.fs.link(run.path(from), run.path(to));
  } catch (error) {
    throw new ToolFailure(`cannot create link '${to}' to '${from}': ${fileFailure(error)}`, 1);
  }
});

/** `unlink FILE` */
export const unlink = textTool("unlink", async (run, given) => {
  const { operands } = parseOptions(given, { name: "unlink", short: "" });
  const [name, extra] = operands;
  if (name === undefined) throw new ToolFailure(`missing operand\n${helpHint("unlink")}`, 1);
  if (extra !== undefined) throw new ToolFailure(`extra operand ${quoted(extra)}\n${helpHint("unlink")}`, 1);
  try {
    if ((await run.context.fs.lstat(run.path(name))).isDirectory) throw new Error("EISDIR");
    await run.context.fs.rm(run.path(name));
  } catch (error) {
    throw new ToolFailure(`cannot unlink '${name}': ${fileFailure(error)}`, 1);
  }
});
