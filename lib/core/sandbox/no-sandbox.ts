import type { Sandbox } from "./sandbox";
import { SandboxError } from "./sandbox-error";

const refuse = (): Promise<never> =>
  Promise.reject(
    new SandboxError("not-supported", "This run was given no sandbox. Pass one: `run(prompt, { sandbox })`."),
  );

/** Stands where a run was given no sandbox: every use of it is refused in words. */
export const noSandbox: Sandbox = {
  kind: "none",
  cwd: "/workspace",
  capabilities: { shell: false, persistent: false, promptStop: false, node: false },
  read: refuse,
  write: refuse,
  edit: refuse,
  exec: refuse,
  glob: refuse,
  grep: refuse,
  list: refuse,
  stat: refuse,
  makeDirectory: refuse,
  remove: refuse,
  rename: refuse,
  watch: () => () => {},
  snapshot: refuse,
  restore: refuse,
  mount: refuse,
  dispose: async () => {},
};
