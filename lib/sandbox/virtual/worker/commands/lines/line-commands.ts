import type { CustomCommand } from "just-bash/browser";
import { cat } from "./cat";
import { comm } from "./comm";
import { expand } from "./expand";
import { fold } from "./fold";
import { join } from "./join";
import { nl } from "./nl";
import { rev } from "./rev";
import { tac } from "./tac";
import { tee } from "./tee";
import { unexpand } from "./unexpand";

export const lineCommands: CustomCommand[] = [cat, comm, expand, fold, join, nl, rev, tac, tee, unexpand];
