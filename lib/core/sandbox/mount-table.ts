import { isWithin } from "./resolve-path";
import type { MountMode } from "./sandbox";
import { SandboxError } from "./sandbox-error";

/** Which parts of a file tree may be written. The longest mount above a path decides; without one it is writable. */
export class MountTable {
  private readonly modes = new Map<string, MountMode>();
  private open = false;

  set(path: string, mode: MountMode): void {
    this.modes.set(path, mode);
  }

  entries(): [path: string, mode: MountMode][] {
    return [...this.modes];
  }

  isReadOnly(path: string): boolean {
    let longest = "";
    let mode: MountMode = "writable";
    for (const [mount, mountMode] of this.modes) {
      if (isWithin(path, mount) && mount.length >= longest.length) {
        longest = mount;
        mode = mountMode;
      }
    }
    return mode === "read-only";
  }

  /** Runs `work` with read-only mounts open: for the host, who fills them. */
  asHost<T>(work: () => T): T {
    this.open = true;
    try {
      return work();
    } finally {
      this.open = false;
    }
  }

  refuseChange(path: string): void {
    if (!this.open && this.modes.size > 0 && this.isReadOnly(path)) {
      throw new SandboxError("read-only", `${path} is in a read-only mount.`, { path });
    }
  }

  /** Taking a directory away would take the mounts below it away. */
  refuseRemoval(path: string): void {
    if (this.open) return;
    for (const [mount, mode] of this.modes) {
      if (mode === "read-only" && isWithin(mount, path)) {
        throw new SandboxError("read-only", `${path} holds the read-only mount ${mount}.`, { path });
      }
    }
  }
}
