import type { WebContainer } from "@webcontainer/api";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { sandboxContract } from "@/lib/testing/sandbox-contract";
import { text } from "@/lib/testing/sandbox-expectations";
import { freshClient, openHost, type StandInHost } from "@/lib/testing/webcontainer-stand-in/open-host";
import { VirtualSandbox } from "../virtual/virtual-sandbox";
import { workerChannel } from "../virtual/worker-channel";
import { WebContainerSandbox, type WebContainerSandboxOptions } from "./webcontainer-sandbox";

let host: StandInHost;
let container: WebContainer;

/** One container for the file: every sandbox begins with a clean root in it, as every session does. */
beforeAll(async () => {
  host = await openHost();
  container = await (await freshClient(host.origin)).boot({ coep: "require-corp", workdirName: "workspace" });
});
afterAll(() => container.teardown());

const bases: VirtualSandbox[] = [];
const sandboxes: WebContainerSandbox[] = [];

async function create(
  options: Partial<WebContainerSandboxOptions> = {},
  byteLimit?: number,
): Promise<WebContainerSandbox> {
  const base = new VirtualSandbox({ connect: workerChannel("/workers/shell.js"), byteLimit });
  bases.push(base);
  await base.ready();
  const sandbox = await WebContainerSandbox.open({ base, container, ...options });
  sandboxes.push(sandbox);
  return sandbox;
}

afterEach(async () => {
  for (const sandbox of sandboxes.splice(0)) await sandbox.dispose();
  for (const base of bases.splice(0)) await base.dispose();
});

sandboxContract("webcontainer (the vendor's client in Chromium)", {
  create: () => create(),
  createLimited: (bytes) => create({}, bytes),
});

describe("commands in the container", () => {
  test("see what was written, and reading sees what they wrote", async () => {
    const sandbox = await create();
    await sandbox.write("in.txt", "é🎉\n");
    expect(await sandbox.exec("cat in.txt > out.txt; cat out.txt")).toMatchObject({ stdout: "é🎉\n", exitCode: 0 });
    expect(await text(sandbox, "out.txt")).toBe("é🎉\n");
  });

  test("tell that their two streams come as one", async () => {
    const sandbox = await create();
    const pieces: string[] = [];
    const result = await sandbox.exec("echo out; echo err >&2; exit 3", {
      onOutput: (piece) => pieces.push(piece.text),
    });
    expect(result).toEqual({
      stdout: "out\nerr\n",
      stderr: "",
      output: "out\nerr\n",
      exitCode: 3,
      truncated: false,
      merged: true,
    });
    expect(pieces.join("")).toBe("out\nerr\n");
  });
});
