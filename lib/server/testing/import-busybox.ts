import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import Docker from "dockerode";

const BUSYBOX = "/bin/busybox";

/**
 * Makes an image out of the system's static busybox, so that a test with an engine needs no registry. Test files run at the
 * same time on one engine: each has an image of its own name, by which it knows its containers.
 */
export async function importBusybox(socket: string, image: `${string}:${string}`): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), "toolwright-busybox-"));
  try {
    const bin = path.join(folder, "root/bin");
    const temporary = path.join(folder, "root/tmp");
    mkdirSync(bin, { recursive: true });
    mkdirSync(temporary);
    // Podman copies what the image has there into a tmpfs.
    chmodSync(temporary, 0o1777);
    copyFileSync(BUSYBOX, path.join(bin, "busybox"));
    for (const name of execFileSync(BUSYBOX, ["--list"], { encoding: "utf8" }).trim().split("\n")) {
      if (name !== "busybox") symlinkSync("busybox", path.join(bin, name));
    }
    const archive = path.join(folder, "root.tar");
    execFileSync("tar", ["-C", path.join(folder, "root"), "-cf", archive, "."]);
    const docker = new Docker({ socketPath: socket });
    // Under a name of its own first: podman takes no tag for an archive.
    const own = `toolwright-import-${crypto.randomUUID()}`;
    const stream = await docker.importImage(archive, { repo: own });
    await new Promise((resolve, reject) => {
      docker.modem.followProgress(stream, (error) => (error ? reject(error) : resolve(undefined)));
    });
    const colon = image.indexOf(":");
    await docker.getImage(own).tag({ repo: image.slice(0, colon), tag: image.slice(colon + 1) });
    await docker.getImage(own).remove();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
