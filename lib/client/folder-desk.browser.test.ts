import { afterEach, describe, expect, test } from "vitest";
import { MemorySandbox } from "@/lib/sandbox/memory/memory-sandbox";
import { createFolderDesk, type OwnFolderDesk, type RealDirectory } from "./folder-desk";

/** Folders of the browser's private file system hand out the same handles as those of the disk. */
async function folder(files: Record<string, string>): Promise<RealDirectory> {
  const root = await navigator.storage.getDirectory();
  const made = (await root.getDirectoryHandle(`folder-${crypto.randomUUID()}`, {
    create: true,
  })) as unknown as RealDirectory;
  for (const [path, text] of Object.entries(files)) await put(made, path, text);
  return made;
}

async function put(directory: RealDirectory, path: string, text: string): Promise<void> {
  const parts = path.split("/");
  const name = parts.pop() ?? path;
  let at = directory;
  for (const part of parts) at = await at.getDirectoryHandle(part, { create: true });
  const writable = await (await at.getFileHandle(name, { create: true })).createWritable();
  await writable.write(new TextEncoder().encode(text));
  await writable.close();
}

async function onDisk(directory: RealDirectory, prefix = ""): Promise<Record<string, string>> {
  const texts: Record<string, string> = {};
  for await (const child of directory.values()) {
    const path = `${prefix}${child.name}`;
    if (child.kind === "directory") Object.assign(texts, await onDisk(child, `${path}/`));
    else texts[path] = new TextDecoder().decode(await (await child.getFile()).arrayBuffer());
  }
  return texts;
}

const desks: OwnFolderDesk[] = [];
function setUp() {
  const sandbox = new MemorySandbox({ files: new Map([["own.txt", "own"]]) });
  const desk = createFolderDesk(async () => sandbox);
  desks.push(desk);
  const settle = async () => {
    await new Promise((resolve) => setTimeout(resolve, 60));
    await desk.settled();
  };
  return { sandbox, desk, settle, state: () => desk.store.getState().links[0] };
}
afterEach(() => {
  for (const desk of desks.splice(0)) desk.close();
});

describe("a linked folder", () => {
  test("read-only is there to read, refuses every write, and leaves out what can be made again", async () => {
    const disk = await folder({ "a.txt": "one", "src/b.txt": "two", "node_modules/x/y.js": "no", ".git/HEAD": "no" });
    const { sandbox, desk, state } = setUp();
    expect(await desk.link(disk, "read-only")).toMatchObject({ ok: true, value: { files: 2 } });
    expect(new TextDecoder().decode(await sandbox.read(`${disk.name}/src/b.txt`))).toBe("two");
    await expect(sandbox.write(`${disk.name}/a.txt`, "x")).rejects.toMatchObject({ code: "read-only" });
    expect(state()?.reports.toSorted()).toEqual([".git was left out.", "node_modules was left out."]);
  });

  test("writable writes back what was changed, created and removed, and nothing else", async () => {
    const disk = await folder({ "a.txt": "one", "gone.txt": "gone", "src/b.txt": "two" });
    const { sandbox, desk, settle, state } = setUp();
    await desk.link(disk, "writable");
    await sandbox.write(`${disk.name}/a.txt`, "changed");
    await sandbox.write(`${disk.name}/new/deep.txt`, "new");
    await sandbox.remove(`${disk.name}/gone.txt`);
    await sandbox.write("own.txt", "not of the folder");
    await settle();
    expect(await onDisk(disk)).toEqual({ "a.txt": "changed", "new/deep.txt": "new", "src/b.txt": "two" });
    expect(state()).toMatchObject({ written: 3, reports: [], problem: undefined });
    await sandbox.write(`${disk.name}/a.txt`, "again");
    await settle();
    expect((await onDisk(disk))["a.txt"]).toBe("again");
  });

  test("a file that changed on the disk meanwhile is left as it is, and both versions are there", async () => {
    const disk = await folder({ "a.txt": "one", "b.txt": "two" });
    const { sandbox, desk, settle, state } = setUp();
    await desk.link(disk, "writable");
    await put(disk, "a.txt", "by somebody else");
    await sandbox.write(`${disk.name}/a.txt`, "by the agent");
    await put(disk, "c.txt", "theirs");
    await sandbox.write(`${disk.name}/c.txt`, "ours");
    await settle();
    expect(await onDisk(disk)).toEqual({ "a.txt": "by somebody else", "b.txt": "two", "c.txt": "theirs" });
    expect(new TextDecoder().decode(await sandbox.read(`${disk.name}/a.txt`))).toBe("by the agent");
    expect(state()?.reports).toEqual([
      expect.stringContaining("a.txt was changed on the disk meanwhile"),
      expect.stringContaining("c.txt was created on the disk meanwhile"),
    ]);
  });

  test("a folder that was removed, and a permission that was taken away, end the link and say so; no change is lost", async () => {
    const disk = await folder({ "a.txt": "one" });
    const { sandbox, desk, settle, state } = setUp();
    await desk.link(disk, "writable");
    await (await navigator.storage.getDirectory()).removeEntry(disk.name, { recursive: true });
    await sandbox.write(`${disk.name}/a.txt`, "kept");
    await settle();
    expect(state()?.problem?.code).toBe("folder-gone");
    expect(new TextDecoder().decode(await sandbox.read(`${disk.name}/a.txt`))).toBe("kept");

    const other = setUp();
    const refused = await folder({ "b.txt": "two" });
    let allowed = true;
    const guarded: RealDirectory = {
      kind: "directory",
      name: refused.name,
      values() {
        if (!allowed) throw new DOMException("No.", "NotAllowedError");
        return refused.values();
      },
      getDirectoryHandle: (name, options) => refused.getDirectoryHandle(name, options),
      getFileHandle: (name, options) => refused.getFileHandle(name, options),
      removeEntry: (name) => refused.removeEntry(name),
    };
    await other.desk.link(guarded, "writable");
    allowed = false;
    await other.sandbox.write(`${refused.name}/b.txt`, "kept");
    await other.settle();
    expect(other.state()?.problem?.code).toBe("permission-denied");
    expect(await onDisk(refused)).toEqual({ "b.txt": "two" });
  });

  test("writing that is not allowed from the start links nothing", async () => {
    const disk = await folder({ "a.txt": "one" });
    const { sandbox, desk } = setUp();
    const guarded = Object.assign(Object.create(null) as object, {
      kind: "directory" as const,
      name: disk.name,
      values: () => disk.values(),
      getDirectoryHandle: disk.getDirectoryHandle.bind(disk),
      getFileHandle: disk.getFileHandle.bind(disk),
      removeEntry: disk.removeEntry.bind(disk),
      requestPermission: async (): Promise<PermissionState> => "denied",
    });
    expect(await desk.link(guarded, "writable")).toMatchObject({ ok: false, problem: { code: "permission-denied" } });
    await expect(sandbox.stat(disk.name)).rejects.toMatchObject({ code: "not-found" });
  });
});
