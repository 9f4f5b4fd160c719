import type { CustomCommand } from "just-bash/browser";
import { awkCommands } from "./awk/awk";
import { date } from "./date/date";
import { diff } from "./diff/diff";
import { find } from "./find/find";
import { grepCommands } from "./grep/grep";
import { patch } from "./patch/patch";
import { sed } from "./sed/sed";
import { xargs } from "./xargs/xargs";

/** The text tools of GNU, where the interpreter's own differ from them. */
export const textCommands: CustomCommand[] = [...awkCommands, ...grepCommands, xargs, find, sed, diff, patch, date];
