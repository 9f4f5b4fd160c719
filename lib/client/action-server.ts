import { createLink, saveWorkspace } from "@/lib/actions/link-actions";
import {
  claimRunner,
  decideApproval,
  readEvents,
  recordEvents,
  recordFilesRevert,
  startRun,
  stepRun,
  stopRun,
} from "@/lib/actions/run-actions";
import { listSecrets, listSecretUses, removeSecret, saveSecret, scanForSecrets } from "@/lib/actions/secret-actions";
import { startService, stopService } from "@/lib/actions/service-actions";
import { copySession, loadSession, saveDefinition } from "@/lib/actions/session-actions";
import { reachServer } from "./reach-server";
import type { ServerPort } from "./server-port";

/** The server behind its actions, as the client layer uses it. */
export const actionServer: ServerPort = {
  loadSession: (input) => reachServer(() => loadSession(input), "repeated"),
  copySession: (input) => reachServer(() => copySession(input)),
  saveDefinition: (input) => reachServer(() => saveDefinition(input), "repeated"),
  startRun: (input) => reachServer(() => startRun(input)),
  stepRun: (input) => reachServer(() => stepRun(input), "repeated"),
  recordEvents: (input) => reachServer(() => recordEvents(input), "repeated"),
  recordFilesRevert: (input) => reachServer(() => recordFilesRevert(input), "repeated"),
  askService: (input) => reachServer(() => startService(input)),
  stopService: (input) => reachServer(() => stopService(input)),
  stopRun: (input) => reachServer(() => stopRun(input), "repeated"),
  claimRunner: (input) => reachServer(() => claimRunner(input)),
  decideApproval: (input) => reachServer(() => decideApproval(input), "decision"),
  readEvents: (input) => reachServer(() => readEvents(input), "repeated"),
  listSecrets: (input) => reachServer(() => listSecrets(input), "repeated"),
  saveSecret: (input) => reachServer(() => saveSecret(input)),
  removeSecret: (input) => reachServer(() => removeSecret(input)),
  listSecretUses: (input) => reachServer(() => listSecretUses(input), "repeated"),
  scanForSecrets: (input) => reachServer(() => scanForSecrets(input)),
  saveWorkspace: (input) => reachServer(() => saveWorkspace(input)),
  createLink: (input) => reachServer(() => createLink(input)),
};
