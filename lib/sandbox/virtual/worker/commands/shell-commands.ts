import type { CustomCommand } from "just-bash/browser";
import { fieldCommands } from "./fields/field-commands";
import { fileCommands } from "./files/file-commands";
import { jq } from "./jq/jq";
import { lazyCommands } from "./lazy-commands";
import { mktemp } from "./mktemp";
import { nodeCommands } from "./node/node";
import { pagers } from "./small/pagers";
import { yes } from "./small/yes";
import { machineCommands } from "./system/machine-commands";
import { unavailableCommands } from "./system/unavailable-commands";
import { textCommands } from "./text-commands";
import { xxd } from "./xxd";

/** What the embedded bash lacks, or does not take in the form people write. */
export const shellCommands: CustomCommand[] = [
  ...textCommands,
  ...fileCommands,
  ...fieldCommands,
  jq,
  ...lazyCommands,
  ...pagers,
  yes,
  ...machineCommands,
  ...unavailableCommands,
  ...nodeCommands,
  mktemp,
  xxd,
];
