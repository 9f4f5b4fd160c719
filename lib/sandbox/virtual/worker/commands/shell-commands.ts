import type { CustomCommand } from "just-bash/browser";
import { cmp } from "./cmp";
import { compareCommands } from "./compare/compare-commands";
import { fieldCommands } from "./fields/field-commands";
import { fileCommands } from "./files/file-commands";
import { jq } from "./jq/jq";
import { mktemp } from "./mktemp";
import { nodeCommands } from "./node/node";
import { realpath } from "./realpath";
import { textCommands } from "./text-commands";
import { lazyCommands } from "./lazy-commands";
import { xxd } from "./xxd";

/** What the embedded bash lacks, or does not take in the form people write. */
export const shellCommands: CustomCommand[] = [
  ...textCommands,
  ...fileCommands,
  ...fieldCommands,
  ...compareCommands,
  jq,
  ...lazyCommands,
  ...nodeCommands,
  realpath,
  mktemp,
  cmp,
  xxd,
];
