import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { LoadingProgress } from "@/lib/core/sandbox/sandbox";
import type { ShellMessage } from "./shell-protocol";
import { VirtualSandbox } from "./virtual-sandbox";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A worker that has begun a command and says no more of it. */
function silentWorker() {
  const terminated = vi.fn();
  let receive: (message: ShellMessage) => void = () => {};
  const sandbox = new VirtualSandbox({
    isolated: false,
    graceMs: 50,
    connect: (listener) => {
      receive = listener;
      return {
        post: (message) => {
          if (!("body" in message) || message.body.op !== "init") return;
          const { id } = message;
          queueMicrotask(() => listener({ type: "reply", id, value: { restored: false, mounts: [] } }));
        },
        terminate: terminated,
      };
    },
  });
  return { sandbox, terminated, say: (message: ShellMessage) => receive(message) };
}

test("a command's worker is not ended while what it needs is loaded, and is when its own time is over", async () => {
  const { sandbox, terminated, say } = silentWorker();
  await sandbox.ready();
  const heard: (LoadingProgress | undefined)[] = [];
  const running = sandbox.exec("python3 x.py", { timeoutMs: 100, onLoading: (progress) => heard.push(progress) });
  const ended = expect(running).rejects.toMatchObject({ code: "timeout" });
  await vi.advanceTimersByTimeAsync(20);
  const progress = { what: "Python", bytes: 1, of: 2 };
  say({ type: "loading", progress });
  await vi.advanceTimersByTimeAsync(5000);
  expect(terminated).not.toHaveBeenCalled();
  say({ type: "loading" });
  await vi.advanceTimersByTimeAsync(100);
  expect(terminated).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(50);
  expect(terminated).toHaveBeenCalledOnce();
  await ended;
  expect(heard.slice(0, 2)).toEqual([progress, undefined]);
});
