import { z } from "zod";
import { utf8Length } from "@/lib/core/call/truncate-text";
import { tool } from "@/lib/core/tool/tool";
import { fileError } from "./file-error";
import { sandboxOf } from "./sandbox-of";

export const Write = tool({
  name: "Write",
  description: "Create a file, or replace all of an existing one. Missing directories are created.",
  parameters: z.object({
    path: z.string().min(1).describe("File to write, absolute or relative to the working directory"),
    content: z.string().describe("The whole new content"),
  }),
  category: "file",
  sideEffects: ["filesystem"],
  async execute({ path, content }, context) {
    const sandbox = sandboxOf(context, "Write");
    const existed = await sandbox.stat(path).then(
      ({ type }) => type === "file",
      () => false,
    );
    await sandbox.write(path, content).catch((error: unknown) => {
      throw fileError(error, path, "Cannot write to");
    });
    const lines = countLines(content);
    const size = `${lines} ${lines === 1 ? "line" : "lines"}, ${utf8Length(content)} bytes`;
    return `Wrote ${path} (${size}), ${existed ? "replacing the file that was there" : "a new file"}`;
  },
});

function countLines(content: string): number {
  if (content === "") return 0;
  const pieces = content.split("\n").length;
  return content.endsWith("\n") ? pieces - 1 : pieces;
}
