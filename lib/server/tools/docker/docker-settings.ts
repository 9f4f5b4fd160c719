import "server-only";

/** What the operator of this server grants to tools that run in containers. A tool may ask for less, never for more. */
export interface DockerSettings {
  /** Path of a Docker-compatible socket. */
  socket: string;
  /** Images that may be used. They are never pulled: what is not there is refused. */
  images: readonly string[];
  /** Whether a tool may ask for the engine's bridge network. */
  bridge: boolean;
  /** Bytes that one container may use. */
  memory: number;
  /** Processors that one container may use. */
  cpus: number;
  /** Containers at the same time; further calls wait. */
  containers: number;
}
