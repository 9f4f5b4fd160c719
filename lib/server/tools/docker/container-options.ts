import "server-only";
import type { ContainerCreateOptions } from "dockerode";
import { type ContainerPlan, WORK_DIRECTORY } from "./plan-container";

/** Marks a container as ours, with the moment (milliseconds) after which nobody waits for it. */
export const DEADLINE_LABEL = "toolwright.deadline";

const NOBODY = "1000:1000";
const TEMPORARY = "rw,exec,nosuid,nodev,size=64m,mode=1777";

/** Everything that a container is not given is said here. */
export function containerOptions(plan: ContainerPlan, name: string, deadline: number): ContainerCreateOptions {
  return {
    name,
    Image: plan.image,
    Labels: { [DEADLINE_LABEL]: String(deadline) },
    // In the place of the image's own entry point, which would be handed the command as arguments.
    Entrypoint: ["sh", "-c"],
    // The directory is made by the user who will write in it: an engine would make it as root.
    Cmd: ['mkdir -p "$1" && cd "$1" && exec sh -c "$2"', "sh", plan.directory, plan.command],
    WorkingDir: "/",
    Env: Object.entries(plan.env).map(([key, value]) => `${key}=${value}`),
    User: NOBODY,
    AttachStdout: true,
    AttachStderr: true,
    OpenStdin: false,
    Tty: false,
    NetworkDisabled: plan.network === "none",
    HostConfig: {
      NetworkMode: plan.network,
      Memory: plan.memory,
      MemorySwap: plan.memory,
      NanoCpus: Math.round(plan.cpus * 1e9),
      PidsLimit: plan.pids,
      ReadonlyRootfs: true,
      Tmpfs: { "/tmp": TEMPORARY, [WORK_DIRECTORY]: TEMPORARY },
      CapDrop: ["ALL"],
      SecurityOpt: ["no-new-privileges"],
      // What it writes is read while it runs, and kept nowhere.
      LogConfig: { Type: "none", Config: {} },
      RestartPolicy: { Name: "no" },
    },
  };
}
