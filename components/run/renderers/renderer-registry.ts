import { bashRenderer } from "./bash-renderer";
import type { CallRenderer } from "./call-renderer";
import { editRenderer } from "./edit-renderer";
import { globRenderer } from "./glob-renderer";
import { grepRenderer } from "./grep-renderer";
import { readRenderer } from "./read-renderer";
import { writeRenderer } from "./write-renderer";

const RENDERERS: ReadonlyMap<string, CallRenderer> = new Map([
  ["Read", readRenderer],
  ["fileRead", readRenderer],
  ["Write", writeRenderer],
  ["fileWrite", writeRenderer],
  ["Edit", editRenderer],
  ["Bash", bashRenderer],
  ["exec", bashRenderer],
  ["Glob", globRenderer],
  ["Grep", grepRenderer],
]);

const JSON_ONLY: CallRenderer = {};

export function rendererFor(tool: string): CallRenderer {
  return RENDERERS.get(tool) ?? JSON_ONLY;
}
