import "server-only";
import { z } from "zod";
import { parseMemory } from "@/lib/core/tool/parse-memory";
import type { DockerSettings } from "./docker-settings";

const DEFAULT_CONTAINERS = 4;

/** An empty variable is the same as an absent one. */
const set = <T extends z.ZodType>(schema: T) => z.preprocess((value) => (value === "" ? undefined : value), schema);

/** The variables by which an operator grants containers. */
export const dockerVariables = {
  TOOLWRIGHT_DOCKER_SOCKET: set(
    z
      .string()
      .transform((text) => text.replace(/^unix:\/\//, ""))
      .pipe(z.string().startsWith("/", "must be the path of a socket, such as /var/run/docker.sock"))
      .optional(),
  ),
  TOOLWRIGHT_DOCKER_IMAGES: set(z.string().default("")).transform((list) =>
    list
      .split(",")
      .map((name) => name.trim())
      .filter((name) => name !== ""),
  ),
  TOOLWRIGHT_DOCKER_NETWORK: set(z.enum(["none", "bridge"], 'must be "none" or "bridge"').default("none")),
  TOOLWRIGHT_DOCKER_MEMORY: set(
    z
      .string()
      .default("512MB")
      .transform((text, context) => {
        try {
          return parseMemory(text);
        } catch {
          context.addIssue('must be a number above 0 with a unit, such as "512MB"');
          return z.NEVER;
        }
      }),
  ),
  TOOLWRIGHT_DOCKER_CPUS: set(z.coerce.number().positive().default(1)),
  TOOLWRIGHT_DOCKER_CONTAINERS: set(z.coerce.number().int().positive().default(DEFAULT_CONTAINERS)),
};

type Values = z.output<z.ZodObject<typeof dockerVariables>>;

/** Undefined without a socket: then there is no place for containers, and none is made up. */
export function readDockerSettings(values: Values): DockerSettings | undefined {
  const socket = values.TOOLWRIGHT_DOCKER_SOCKET;
  if (socket === undefined) return undefined;
  return {
    socket,
    images: values.TOOLWRIGHT_DOCKER_IMAGES,
    bridge: values.TOOLWRIGHT_DOCKER_NETWORK === "bridge",
    memory: values.TOOLWRIGHT_DOCKER_MEMORY,
    cpus: values.TOOLWRIGHT_DOCKER_CPUS,
    containers: values.TOOLWRIGHT_DOCKER_CONTAINERS,
  };
}
