import { TERMINAL } from "@/lib/core/agent/terminal-call";
import { bashRenderer } from "./bash-renderer";
import type { CallRenderer } from "./call-renderer";
import { editRenderer } from "./edit-renderer";
import { execRenderer } from "./exec-renderer";
import { fileReadRenderer } from "./file-read-renderer";
import { globRenderer } from "./glob-renderer";
import { grepRenderer } from "./grep-renderer";
import { httpRequestRenderer } from "./http-request-renderer";
import { readRenderer } from "./read-renderer";
import { sendEmailRenderer } from "./send-email-renderer";
import { sqlQueryRenderer } from "./sql-query-renderer";
import { webSearchRenderer } from "./web-search-renderer";
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
  ["http_request", httpRequestRenderer],
  ["web_search", webSearchRenderer],
  ["send_email", sendEmailRenderer],
]);

const JSON_ONLY: CallRenderer = {};
/** Its output was on the terminal; the log holds what went out. */
const AT_TERMINAL: CallRenderer = { summary: bashRenderer.summary, preview: bashRenderer.preview };

export function rendererFor(tool: string): CallRenderer {
  if (tool === TERMINAL) return AT_TERMINAL;
  return RENDERERS.get(tool) ?? JSON_ONLY;
}
