import type { ContainerPlace } from "@/lib/core/sandbox/container-place";
import type { ContainerLink } from "./container-link";

/** Below a folder of which nothing is copied out. */
const FOLDER = ".cache/toolwright";

/** The adapter's own folder in the container. */
export function insidePlace(link: ContainerLink): ContainerPlace {
  const { fs } = link.container;
  return {
    folder: FOLDER,
    async write(name, data) {
      const path = `${FOLDER}/${name}`;
      await link.ask(fs.mkdir(path.slice(0, path.lastIndexOf("/")), { recursive: true }));
      await link.ask(fs.writeFile(path, data));
    },
    async read(name) {
      try {
        return await link.ask(fs.readFile(`${FOLDER}/${name}`, "utf-8"));
      } catch (error) {
        if (error instanceof Error && error.message.includes("ENOENT")) return undefined;
        throw error;
      }
    },
    remove: (name) => link.ask(fs.rm(`${FOLDER}/${name}`, { recursive: true, force: true })),
  };
}
