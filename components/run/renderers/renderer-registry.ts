import { bashRenderer } from "./bash-renderer";
import type { CallRenderer } from "./call-renderer";
import { editRenderer } from "./edit-renderer";
import { execRenderer } from "./exec-renderer";
import { fileReadRenderer } from "./file-read-renderer";
import { globRenderer } from "./glob-renderer";
import { grepRenderer } from "./grep-renderer";
import { readRenderer } from "./read-renderer";
import { sqlQueryRenderer } from "./sql-query-renderer";
import { writeRenderer } from "./write-renderer";

/** By the name that the built-in tool has in a definition. */
export const RENDERERS: ReadonlyMap<string, CallRenderer> = new Map([
  ["Read", readRenderer],
  ["file_read", fileReadRenderer],
  ["Write", writeRenderer],
  ["file_write", writeRenderer],
  ["Edit", editRenderer],
  ["Bash", bashRenderer],
  ["exec", execRenderer],
  ["Glob", globRenderer],
  ["Grep", grepRenderer],
  ["sql_query", sqlQueryRenderer],
]);

const JSON_ONLY: CallRenderer = {};

export function rendererFor(tool: string): CallRenderer {
  return RENDERERS.get(tool) ?? JSON_ONLY;
}
