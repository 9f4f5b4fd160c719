import type { PromiseFsClient } from "isomorphic-git";
import type { ResolvedCommandContext } from "just-bash/browser";

type Stat = Awaited<ReturnType<ResolvedCommandContext["fs"]["stat"]>>;

/** The shell's file system in the shape that isomorphic-git asks for. */
export function gitFileSystem(fs: ResolvedCommandContext["fs"]): PromiseFsClient {
  const nodeStat = (stat: Stat) => ({
    isFile: () => stat.isFile,
    isDirectory: () => stat.isDirectory,
    isSymbolicLink: () => stat.isSymbolicLink,
    mode: stat.isSymbolicLink ? 0o120000 : stat.isDirectory ? 0o040000 : 0o100000 | stat.mode,
    size: stat.size,
    mtimeMs: stat.mtime.getTime(),
    ctimeMs: stat.mtime.getTime(),
    ino: stat.ino ?? 0,
    dev: 1,
    uid: 1000,
    gid: 1000,
  });
  return {
    promises: {
      async readFile(path: string, options?: { encoding?: string } | string) {
        const encoding = typeof options === "string" ? options : options?.encoding;
        const bytes = await fs.readFileBuffer(path);
        return encoding === undefined ? bytes : new TextDecoder().decode(bytes);
      },
      writeFile: (path: string, data: string | Uint8Array) => fs.writeFile(path, data),
      mkdir: (path: string, options?: { recursive?: boolean } | number) =>
        fs.mkdir(path, typeof options === "object" ? options : undefined),
      rmdir: (path: string) => fs.rm(path),
      unlink: (path: string) => fs.rm(path),
      readdir: (path: string) => fs.readdir(path),
      stat: async (path: string) => nodeStat(await fs.stat(path)),
      lstat: async (path: string) => nodeStat(await fs.lstat(path)),
      readlink: (path: string) => fs.readlink(path),
      symlink: (target: string, path: string) => fs.symlink(target, path),
      chmod: (path: string, mode: number) => fs.chmod(path, mode),
    },
  };
}
