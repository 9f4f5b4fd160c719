import type { CustomCommand } from "just-bash/browser";
import { environmentCommands } from "./env";
import { machineCommands } from "./machine-commands";
import { settingsCommands } from "./settings-commands";
import { sleep } from "./sleep";
import { terminalCommands } from "./terminal-commands";
import { timeout } from "./timeout";
import { unavailableCommands } from "./unavailable-commands";
import { wrappingCommands } from "./wrapping-commands";

/** What a system says of itself and how it starts programs. */
export const systemCommands: CustomCommand[] = [
  ...environmentCommands,
  ...machineCommands,
  ...settingsCommands,
  ...terminalCommands,
  ...wrappingCommands,
  sleep,
  timeout,
  ...unavailableCommands,
];
