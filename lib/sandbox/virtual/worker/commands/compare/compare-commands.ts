import type { CustomCommand } from "just-bash/browser";
import { diff } from "./diff";
import { du } from "./du";
import { expr } from "./expr";
import { patch } from "./patch";

export const compareCommands: CustomCommand[] = [diff, patch, du, expr];
