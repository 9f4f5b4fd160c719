import { Bash, type CustomCommand } from "just-bash/browser";
import { FileTree } from "@/lib/core/sandbox/file-tree";
import { latin1FromBytes } from "@/lib/sandbox/virtual/worker/byte-text";
import { ShellFileSystem } from "@/lib/sandbox/virtual/worker/shell-file-system";

export interface ShellOverFiles {
  tree: FileTree;
  write(path: string, data: string | Uint8Array): void;
  read(path: string): string;
  run(
    command: string,
    options?: { stdin?: string | Uint8Array; signal?: unknown },
  ): Promise<{ stdout: string; stderr: string; exitCode: number }>;
}

/** The interpreter over a tree of its own with nothing but the commands under test, so that a test of one command is a test of that command. */
export function shellOverFiles(customCommands: CustomCommand[]): ShellOverFiles {
  const tree = new FileTree({});
  tree.makeDirectory("/workspace", true);
  tree.makeDirectory("/tmp", true);
  const bash = new Bash({ fs: new ShellFileSystem(tree), cwd: "/workspace", customCommands });
  const place = (path: string) => (path.startsWith("/") ? path : `/workspace/${path}`);
  return {
    tree,
    write: (path, data) =>
      tree.write(place(path), typeof data === "string" ? new TextEncoder().encode(data) : data, { parents: true }),
    read: (path) => new TextDecoder().decode(tree.read(place(path))),
    async run(command, { stdin, signal } = {}) {
      const { stdout, stderr, exitCode } = await bash.exec(command, {
        rawScript: true,
        stdin: stdin instanceof Uint8Array ? latin1FromBytes(stdin) : stdin,
        stdinKind: stdin instanceof Uint8Array ? "bytes" : "text",
        signal: (signal ?? new AbortController().signal) as AbortSignal,
      });
      return { stdout, stderr, exitCode };
    },
  };
}
