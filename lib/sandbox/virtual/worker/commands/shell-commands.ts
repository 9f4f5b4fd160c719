import type { CustomCommand } from "just-bash/browser";
import { fieldCommands } from "./fields/field-commands";
import { fileCommands } from "./files/file-commands";
import { jq } from "./jq/jq";
import { lazyCommands } from "./lazy-commands";
import { lineCommands } from "./lines/line-commands";
import { pagers } from "./small/pagers";
import { yes } from "./small/yes";
import { systemCommands } from "./system/system-commands";
import { textCommands } from "./text-commands";

/** What the embedded bash lacks, or does not take in the form people write. */
export const shellCommands: CustomCommand[] = [
  ...textCommands,
  ...fileCommands,
  ...fieldCommands,
  ...lineCommands,
  jq,
  ...lazyCommands,
  ...pagers,
  yes,
  ...systemCommands,
];
