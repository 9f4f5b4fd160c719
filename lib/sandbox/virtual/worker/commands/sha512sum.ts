import { defineCommand } from "just-bash/browser";
import { hexFromBytes } from "../byte-text";
import { inputBytes, readFailure } from "./command-input";
import { failed } from "./command-result";

/** `sha512sum [FILE…]`. Checking a list (`-c`) is refused, not imitated. */
export const sha512sum = defineCommand("sha512sum", async (given, context) => {
  const options = given.filter((argument) => argument.startsWith("-") && argument !== "-" && argument !== "-b");
  if (options.length > 0) return failed("sha512sum", `option not supported: ${options[0]}`);
  const names = given.filter((argument) => argument !== "-b");
  let stdout = "";
  let stderr = "";
  for (const name of names.length === 0 ? ["-"] : names) {
    try {
      const bytes = await inputBytes(context, name);
      const digest = await crypto.subtle.digest("SHA-512", new Uint8Array(bytes));
      stdout += `${hexFromBytes(new Uint8Array(digest))}  ${name}\n`;
    } catch (error) {
      stderr += `sha512sum: ${name}: ${readFailure(error)}\n`;
    }
  }
  return { stdout, stderr, exitCode: stderr === "" ? 0 : 1 };
});
