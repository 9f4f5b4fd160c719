import "server-only";
import { fdatasyncSync } from "node:fs";
import { PGlite } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";

/** The part of Emscripten's file system for Node that is touched here; its own types leave `stream_ops` out. */
interface NodeFileSystem {
  stream_ops: { fsync?: (stream: { nfd: number }) => void };
}

/**
 * PGlite's file system for Node, able to sync. The stock one has no `fsync` at all, so a commit that was acknowledged may
 * be gone after a power loss, and the whole database with it. Works only together with `durableStartParameters`.
 */
export class DurableNodeFs extends NodeFS {
  override async init(...[pg, options]: Parameters<NodeFS["init"]>): ReturnType<NodeFS["init"]> {
    return super.init(pg, {
      ...options,
      preRun: [
        (module) => {
          const fileSystem = module.NODEFS as unknown as NodeFileSystem;
          fileSystem.stream_ops.fsync = (stream) => fdatasyncSync(stream.nfd);
        },
        ...(options.preRun ?? []),
      ],
    });
  }
}

/**
 * Without `-F`, which switches every sync off. `fdatasync` does nothing in this build of Postgres, so the log is synced
 * with `fsync`. Small buffers save about 100 MB of memory and cost nothing at this size.
 */
export const durableStartParameters: readonly string[] = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== "-F"),
  "-c",
  "wal_sync_method=fsync",
  "-c",
  "shared_buffers=16MB",
];
