import Docker from "dockerode";
import { importBusybox } from "./import-busybox";

export const BUSYBOX_AS_PYTHON = "python:3.12-slim";

/**
 * Lets the document's image be found on an engine that has no registry, by another image of that name. What stands there
 * under the name is left alone. Gives back what takes the name away again.
 */
export async function prepareBusyboxAsPython(socket: string): Promise<() => Promise<void>> {
  const docker = new Docker({ socketPath: socket });
  const isThere = await docker
    .getImage(BUSYBOX_AS_PYTHON)
    .inspect()
    .then(
      () => true,
      () => false,
    );
  if (isThere) return async () => {};
  await importBusybox(socket, BUSYBOX_AS_PYTHON);
  return async () => {
    await docker.getImage(BUSYBOX_AS_PYTHON).remove();
  };
}
