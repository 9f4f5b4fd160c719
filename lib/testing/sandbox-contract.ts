import { describe } from "vitest";
import { commandsContract } from "./sandbox-contract/commands-contract";
import { concurrencyContract } from "./sandbox-contract/concurrency-contract";
import { contentContract } from "./sandbox-contract/content-contract";
import { directoriesContract } from "./sandbox-contract/directories-contract";
import { editContract } from "./sandbox-contract/edit-contract";
import { errorsContract } from "./sandbox-contract/errors-contract";
import { globContract } from "./sandbox-contract/glob-contract";
import { grepContract } from "./sandbox-contract/grep-contract";
import { lifecycleContract } from "./sandbox-contract/lifecycle-contract";
import { linksContract } from "./sandbox-contract/links-contract";
import { mountsContract } from "./sandbox-contract/mounts-contract";
import { pathsContract } from "./sandbox-contract/paths-contract";
import { removalContract } from "./sandbox-contract/removal-contract";
import { snapshotsContract } from "./sandbox-contract/snapshots-contract";
import { viewsContract } from "./sandbox-contract/views-contract";
import { watchContract } from "./sandbox-contract/watch-contract";
import type { SandboxContractOptions } from "./sandbox-expectations";
import { shellContract } from "./shell-contract";

/** What every adapter must do. Links have a contract of their own, for adapters that hold them themselves. */
export function sandboxContract(name: string, options: SandboxContractOptions): void {
  describe(`${name} sandbox`, () => {
    for (const topic of [
      pathsContract,
      contentContract,
      editContract,
      directoriesContract,
      removalContract,
      globContract,
      grepContract,
      watchContract,
      snapshotsContract,
      mountsContract,
      concurrencyContract,
      errorsContract,
      lifecycleContract,
    ]) {
      topic(options);
    }
  });
}

/** The contract of the file half and of the shell half. */
export function sandboxWithShellContract(name: string, options: SandboxContractOptions): void {
  sandboxContract(name, options);
  shellContract(name, options);
  describe(`${name} shell`, () => {
    commandsContract(options);
    linksContract(options);
    viewsContract(options);
  });
}
