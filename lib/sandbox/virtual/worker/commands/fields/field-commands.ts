import type { CustomCommand } from "just-bash/browser";
import { cut } from "./cut";
import { expr } from "./expr";
import { fmt } from "./fmt";
import { head, tail } from "./head-and-tail";
import { paste } from "./paste";
import { seq } from "./seq";
import { sort } from "./sort";
import { tr } from "./tr";
import { uniq } from "./uniq";
import { wc } from "./wc";

export const fieldCommands: CustomCommand[] = [sort, uniq, cut, paste, head, tail, wc, seq, fmt, tr, expr];
