import { afterEach, expect, it } from "vitest";
import { OutsideError } from "@/lib/core/tool/outside";
import { inProcessChannel } from "@/lib/testing/in-process-channel";
import { VirtualSandbox } from "./virtual-sandbox";

const sandboxes: VirtualSandbox[] = [];
afterEach(async () => {
  for (const sandbox of sandboxes.splice(0)) await sandbox.dispose();
});

async function open(): Promise<VirtualSandbox> {
  const sandbox = new VirtualSandbox({ connect: inProcessChannel(), isolated: true });
  sandboxes.push(sandbox);
  await sandbox.ready();
  return sandbox;
}

const answer = {
  status: 200,
  statusText: "OK",
  headers: [],
  body: { text: "hello\n" },
  truncated: false,
  url: "https://a.example/",
  redirected: false,
};

it("asks with the authority of the command that runs, and of no other", async () => {
  const sandbox = await open();
  const outside = { ask: async () => answer };
  const [allowed, other] = await Promise.all([
    sandbox.exec("sleep 0.1; curl -s https://a.example | cat", { outside }),
    sandbox.exec("sleep 0.1; curl -s https://a.example"),
  ]);
  expect(allowed).toMatchObject({ stdout: "hello\n", exitCode: 0 });
  expect(other).toMatchObject({ stdout: "", exitCode: 7 });
  expect((await sandbox.exec("curl -s https://a.example")).exitCode).toBe(7);
});

it("tells what was refused, refuses what is no answer, and stops with the command", async () => {
  const sandbox = await open();
  const refuse = { ask: () => Promise.reject(new OutsideError("outside-not-approved", "Nobody approved this.")) };
  const refused = await sandbox.exec("curl -s https://a.example -d x", { outside: refuse });
  expect(refused).toMatchObject({ exitCode: 7, stderr: expect.stringContaining("Nobody approved this") });
  expect((await sandbox.exec("curl -s https://a.example", { outside: { ask: async () => "odd" } })).exitCode).toBe(7);
  let ended = false;
  const never = {
    ask: (_service: string, _input: unknown, { signal }: { signal?: AbortSignal } = {}) =>
      new Promise<never>((_resolve, reject) => {
        signal?.addEventListener("abort", () => {
          ended = true;
          reject(new OutsideError("outside-stopped", "stopped"));
        });
      }),
  };
  await expect(sandbox.exec("curl -s https://a.example", { outside: never, timeoutMs: 200 })).rejects.toMatchObject({
    code: "timeout",
  });
  await expect.poll(() => ended).toBe(true);
});
