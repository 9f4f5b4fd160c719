import type { CustomCommand } from "just-bash/browser";
import type { AskOutside } from "../../command-outside";
import { createNodeCommands } from "../node/node";
import { createCurl } from "./curl";
import { createWget } from "./wget";

/** What reaches out, over the one way out that its interpreter has. */
export function networkCommands(ask: AskOutside): CustomCommand[] {
  return [createCurl(ask), createWget(ask), ...createNodeCommands(ask)];
}
