import type { CustomCommand } from "just-bash/browser";
import type { AskOutside } from "../../command-outside";
import { createCurl } from "./curl";
import { createWget } from "./wget";

/** The two programs that people reach out with, over the one way out that their interpreter has. */
export function networkCommands(ask: AskOutside): CustomCommand[] {
  return [createCurl(ask), createWget(ask)];
}
