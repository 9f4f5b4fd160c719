import Docker from "dockerode";
import { BUSYBOX_IMAGE, importBusybox } from "@/lib/server/testing/import-busybox";

const REPOSITORY = "python";
const TAG = "3.12-slim";
export const BUSYBOX_AS_PYTHON = `${REPOSITORY}:${TAG}`;

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
  await importBusybox(socket);
  await docker.getImage(BUSYBOX_IMAGE).tag({ repo: REPOSITORY, tag: TAG });
  return async () => {
    await docker.getImage(BUSYBOX_AS_PYTHON).remove();
  };
}
