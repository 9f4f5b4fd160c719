import type { Command, LazyCommand } from "just-bash/browser";

function lazy(name: string, load: () => Promise<Command>): LazyCommand {
  return { name, load };
}

/** Commands of one module, told apart by their names. */
function lazyGroup(names: readonly string[], load: () => Promise<readonly Command[]>): LazyCommand[] {
  return names.map((name) =>
    lazy(name, async () => {
      const command = (await load()).find((candidate) => candidate.name === name);
      if (command === undefined) throw new Error(`${name} is not in its module`);
      return command;
    }),
  );
}

/** Commands whose code is fetched when one of them first runs. */
export const lazyCommands: LazyCommand[] = [
  ...lazyGroup(["gzip", "gunzip", "zcat"], async () => (await import("./gzip/gzip")).gzipCommands),
  lazy("file", async () => (await import("./file/file")).file),
  lazy("xxd", async () => (await import("./bytes/xxd")).xxd),
  lazy("strings", async () => (await import("./bytes/strings")).strings),
  lazy("split", async () => (await import("./pieces/split")).split),
  lazy("csplit", async () => (await import("./pieces/csplit")).csplit),
  lazy("column", async () => (await import("./lines/column")).column),
  lazy("cal", async () => (await import("./date/cal")).cal),
  lazy("tar", async () => (await import("./tar/tar")).tar),
  lazy("zip", async () => (await import("./zip/zip")).zip),
  lazy("unzip", async () => (await import("./zip/unzip")).unzip),
  ...lazyGroup(
    ["md5sum", "sha1sum", "sha224sum", "sha256sum", "sha384sum", "sha512sum", "b2sum"],
    async () => (await import("./sums/digest-commands")).digestCommands,
  ),
  lazy("od", async () => (await import("./bytes/od")).od),
  lazy("dd", async () => (await import("./bytes/dd")).dd),
  lazy("cmp", async () => (await import("./bytes/cmp")).cmp),
  lazy("iconv", async () => (await import("./bytes/iconv")).iconv),
  lazy("tsort", async () => (await import("./fields/tsort")).tsort),
  lazy("numfmt", async () => (await import("./fields/numfmt")).numfmt),
  lazy("bc", async () => (await import("./bc/bc")).bc),
  lazy("truncate", async () => (await import("./small/truncate")).truncate),
  lazy("shuf", async () => (await import("./small/shuf")).shuf),
  lazy("factor", async () => (await import("./small/factor")).factor),
  lazy("envsubst", async () => (await import("./small/envsubst")).envsubst),
  lazy("hexdump", async () => (await import("./small/hexdump")).hexdump),
  lazy("sqlite3", async () => (await import("./sqlite/sqlite")).sqlite3),
  ...lazyGroup(["python3", "python"], async () => (await import("./python/python")).pythonCommands),
  lazy("git", async () => (await import("./git/git")).git),
  ...lazyGroup(["cksum", "sum"], async () => (await import("./sums/cksum")).oldSums),
  ...lazyGroup(["base64", "base32"], async () => (await import("./sums/base-encodings")).baseEncodings),
];
