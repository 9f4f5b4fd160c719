import { z } from "zod";
import { tool } from "@/lib/core/tool/tool";
import { fileError } from "./file-error";
import { sandboxOf } from "./sandbox-of";

/** A shorter first line is found too often to say anything about the text. */
const TELLING_CHARACTERS = 5;
const PLAIN_LINE_END = /(?<!\r)\n/;

export const Edit = tool({
  name: "Edit",
  description:
    "Replace one passage of a text file. old_text must occur exactly once, character for character; the file is unchanged otherwise.",
  parameters: z.object({
    path: z.string().min(1).describe("File to edit, absolute or relative to the working directory"),
    old_text: z.string().describe("The passage to replace, exactly as it stands in the file"),
    new_text: z.string().describe("What stands there afterwards"),
  }),
  category: "file",
  sideEffects: ["filesystem"],
  async execute({ path, old_text: oldText, new_text: newText }, context) {
    const sandbox = sandboxOf(context, "Edit");
    if (oldText === newText) {
      throw new Error(`No changes made to ${path}. The replacement produced identical content.`);
    }
    if (oldText === "") {
      throw new Error("old_text is empty. Give the passage to replace, or use Write to create a file.");
    }
    const { occurrences, content } = await sandbox.edit(path, oldText, newText).catch((error: unknown) => {
      throw fileError(error, path, "Cannot edit");
    });
    if (occurrences === 0) throw new Error(`old_text not found in ${path}. ${hint(oldText, content)}`);
    if (occurrences > 1) {
      throw new Error(
        `Found ${occurrences} occurrences of old_text in ${path}. Make the match unique by including more surrounding context.`,
      );
    }
    const note = mixesLineEndings(content, newText)
      ? "\n\n(The file has Windows line endings (CRLF), and new_text has plain ones (LF): it holds both now.)"
      : "";
    return `Successfully edited ${path}\n\n${fenced(oldText, newText)}${note}`;
  },
});

/** Whether a text that was put into a file with Windows line endings brought others along. */
function mixesLineEndings(content: string, newText: string): boolean {
  return PLAIN_LINE_END.test(newText) && content.includes("\r\n");
}

function hint(oldText: string, content: string): string {
  if (asUnix(content).includes(asUnix(oldText))) {
    return PLAIN_LINE_END.test(oldText)
      ? "Only the line endings differ: the file has Windows ones (CRLF), so write \\r\\n where a line ends."
      : "Only the line endings differ: the file has plain ones (LF), so write \\n where a line ends.";
  }
  const firstLine = (oldText.split("\n", 1)[0] ?? "").trim();
  if (firstLine.length < TELLING_CHARACTERS) return "The text must match exactly, with its spaces and line breaks.";
  if (content.includes(firstLine)) {
    return "Its first line is in the file, so spaces, tabs or line endings differ. Use Read to see them exactly.";
  }
  return "Its first line is not in the file either. Use Read to see the current content.";
}

function asUnix(text: string): string {
  return text.replaceAll("\r\n", "\n");
}

/** A diff in a fence that is longer than any run of backticks in the texts. */
function fenced(oldText: string, newText: string): string {
  const marked = (sign: string, text: string) => text.split("\n").map((line) => `${sign} ${line}`);
  const lines = [...marked("-", oldText), ...marked("+", newText)];
  const longestRun = Math.max(2, ...Array.from(lines.join("\n").matchAll(/`+/g), (match) => match[0].length));
  const fence = "`".repeat(longestRun + 1);
  return [`${fence}diff`, ...lines, fence].join("\n");
}
