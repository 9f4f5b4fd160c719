import type { CustomCommand } from "just-bash/browser";
import { cmp } from "./cmp";
import { grepCommands } from "./grep";
import { mktemp } from "./mktemp";
import { realpath } from "./realpath";
import { rm } from "./rm";
import { sha512sum } from "./sha512sum";
import { xargs } from "./xargs";
import { xxd } from "./xxd";

/** What the embedded bash lacks, or does not take in the form people write. */
export const shellCommands: CustomCommand[] = [...grepCommands, xargs, rm, realpath, mktemp, cmp, sha512sum, xxd];
