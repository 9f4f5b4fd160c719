import { afterEach, describe, expect, test, vi } from "vitest";
import type { Sandbox } from "@/lib/core/sandbox/sandbox";
import { MemorySandbox } from "@/lib/sandbox/memory/memory-sandbox";
import { VirtualSandbox } from "@/lib/sandbox/virtual/virtual-sandbox";
import { inProcessChannel } from "@/lib/testing/in-process-channel";
import { sandboxContract } from "@/lib/testing/sandbox-contract";
import { viewsContract } from "@/lib/testing/sandbox-contract/views-contract";
import { expectCode } from "@/lib/testing/sandbox-expectations";
import { createSandboxLine } from "./guest/sandbox-proxy";
import { createSandboxDoor } from "./host/sandbox-door";
import { type GuestMessage, guestMessageSchema, type HostMessage, hostMessageSchema } from "./protocol";

/** A sandbox as a tool sees it: every method crosses a real port, parsed on both sides. */
function overPort(sandbox: Sandbox) {
  const { port1: page, port2: guest } = new MessageChannel();
  let over = false;
  const door = createSandboxDoor(sandbox, (message, transfer = []) => page.postMessage(message, transfer));
  const line = createSandboxLine((message, transfer = []) => guest.postMessage(message, transfer));
  page.onmessage = ({ data }: MessageEvent<GuestMessage>) => {
    const message = guestMessageSchema.parse(data);
    if (over && message.type === "ask") {
      page.postMessage({ type: "refusal", id: message.id, fault: { code: "disposed", message: "over" } });
    } else if (message.type === "ask") door.ask(message.id, message.request);
    else if (message.type === "cancel") door.cancel(message.id);
  };
  guest.onmessage = ({ data }: MessageEvent<HostMessage>) => {
    const message = hostMessageSchema.parse(data);
    if (message.type === "answer" || message.type === "refusal" || message.type === "output") line.receive(message);
    else if (message.type === "changes") line.receive(message);
  };
  const { kind, cwd, capabilities } = sandbox;
  const tool = line.sandboxFor("c_1", { kind, cwd, capabilities });
  /** As the realm does it when a call is over. */
  const end = () => {
    over = true;
    door.close();
  };
  const close = () => {
    end();
    page.close();
    guest.close();
  };
  return { tool, end, close };
}

const afterThisTest: (() => void)[] = [];
afterEach(() => {
  for (const close of afterThisTest.splice(0)) close();
});

const create = async (sandbox: Sandbox): Promise<Sandbox> => {
  const { tool, end, close } = overPort(sandbox);
  afterThisTest.push(close);
  return Object.assign(tool, { dispose: async () => end() });
};

sandboxContract("memory, behind the tool host's port,", {
  create: () => create(new MemorySandbox()),
  createLimited: (bytes) => create(new MemorySandbox({ limits: { bytes } })),
});

const createVirtual = async (byteLimit?: number): Promise<Sandbox> => {
  const sandbox = new VirtualSandbox({ connect: inProcessChannel(), isolated: true, byteLimit });
  await sandbox.ready();
  afterThisTest.push(() => void sandbox.dispose());
  return create(sandbox);
};

describe("virtual, behind the tool host's port,", () => {
  viewsContract({ create: () => createVirtual(), createLimited: (bytes) => createVirtual(bytes) });
});

describe("the sandbox behind the port", () => {
  test("keeps the bytes of both sides apart, though they are handed over without a copy", async () => {
    const sandbox = new MemorySandbox();
    const { tool, close } = overPort(sandbox);
    const mine = new Uint8Array([1, 2, 3]);
    await tool.write("a", mine);
    expect(mine).toEqual(new Uint8Array([1, 2, 3]));
    const read = await tool.read("a");
    read[0] = 9;
    expect(await sandbox.read("a")).toEqual(new Uint8Array([1, 2, 3]));
    close();
  });

  test("does not let a tool dispose of the session's sandbox", async () => {
    const { tool, close } = overPort(new MemorySandbox());
    await expectCode(tool.dispose(), "not-supported");
    close();
  });

  test("turns what cannot be sent into a SandboxError", async () => {
    const { tool, close } = overPort(new MemorySandbox());
    await expectCode(tool.glob("*", { limit: (() => 1) as unknown as number }), "failed");
    close();
  });

  test("stops a command when its signal aborts, and when the call is over", async () => {
    const aborted = vi.fn();
    const exec = vi.fn<Sandbox["exec"]>(
      (command, options) =>
        new Promise((_resolve, reject) => {
          options?.signal?.addEventListener("abort", () => {
            aborted(command);
            reject(new Error("stopped"));
          });
        }),
    );
    const sandbox: Sandbox = Object.assign(new MemorySandbox(), { exec });
    const { tool, end, close } = overPort(sandbox);
    const controller = new AbortController();
    const first = tool.exec("one", { signal: controller.signal });
    controller.abort();
    await expectCode(first, "failed");
    void tool.exec("two").catch(() => undefined);
    await vi.waitFor(() => expect(exec).toHaveBeenCalledTimes(2));
    end();
    expect(aborted.mock.calls.flat()).toEqual(["one", "two"]);
    close();
  });
});
