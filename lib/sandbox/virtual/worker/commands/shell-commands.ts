import type { CustomCommand } from "just-bash/browser";
import { cmp } from "./cmp";
import { fileCommands } from "./files/file-commands";
import { grepCommands } from "./grep";
import { jq } from "./jq/jq";
import { mktemp } from "./mktemp";
import { nodeCommands } from "./node/node";
import { realpath } from "./realpath";
import { sha512sum } from "./sha512sum";
import { textCommands } from "./text-commands";
import { lazyCommands } from "./lazy-commands";
import { xargs } from "./xargs";
import { xxd } from "./xxd";

/** What the embedded bash lacks, or does not take in the form people write. */
export const shellCommands: CustomCommand[] = [
  ...textCommands,
  ...fileCommands,
  jq,
  ...lazyCommands,
  ...nodeCommands,
  ...grepCommands,
  xargs,
  realpath,
  mktemp,
  cmp,
  sha512sum,
  xxd,
];
