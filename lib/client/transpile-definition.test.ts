import { describe, expect, test, vi } from "vitest";
import { createTranspiler } from "./transpile-definition";
import { transpileFile } from "./workers/transpile-file";
import type { TranspileRequest } from "./workers/transpile-protocol";

/** The real transpiler on this thread, behind a worker's face. */
function localWorker(seen: TranspileRequest[]): Worker {
  const target = new EventTarget();
  return Object.assign(target, {
    postMessage(request: TranspileRequest) {
      seen.push(request);
      const files = request.files.map(({ path, text }) => ({ path, ...transpileFile(path, text) }));
      queueMicrotask(() => target.dispatchEvent(new MessageEvent("message", { data: { id: request.id, files } })));
    },
    terminate() {},
  }) as unknown as Worker;
}

describe("a transpiler", () => {
  test("transpiles TypeScript files only, and only those whose text changed", async () => {
    const seen: TranspileRequest[] = [];
    const { transpile } = createTranspiler({ createWorker: () => localWorker(seen) });
    const files = { "agent.ts": "export const a = 1;", "tools/b.ts": "export const b = 2;", "script.json": "{" };
    const first = await transpile(files);
    expect(first.ok && Object.keys(first.modules)).toEqual(["agent.ts", "tools/b.ts"]);
    await transpile(files);
    const third = await transpile({ ...files, "tools/b.ts": "export const b = 3;" });
    expect(seen.map(({ files }) => files.map(({ path }) => path))).toEqual([
      ["agent.ts", "tools/b.ts"],
      ["tools/b.ts"],
    ]);
    expect(third.ok && third.modules["tools/b.ts"]).toContain("3");
    expect(third.ok && third.modules["agent.ts"]).toContain("exports.a");
  });

  test("gives every file's syntax problem at once, and recovers", async () => {
    const { transpile } = createTranspiler({ createWorker: () => localWorker([]) });
    const broken = await transpile({ "agent.ts": "const =", "tools/b.ts": "(", "tools/c.ts": "" });
    expect(!broken.ok && broken.problems.map(({ file }) => file)).toEqual(["agent.ts", "tools/b.ts"]);
    expect((await transpile({ "agent.ts": "", "tools/b.ts": "", "tools/c.ts": "" })).ok).toBe(true);
  });

  test("says so when the worker does not answer, and starts a new one the next time", async () => {
    vi.useFakeTimers();
    const dead = Object.assign(new EventTarget(), { postMessage() {}, terminate: vi.fn() });
    const workers = [dead as unknown as Worker, localWorker([])];
    const { transpile } = createTranspiler({ createWorker: () => workers.shift() as Worker, deadlineMs: 1000 });
    const stuck = transpile({ "agent.ts": "export {}" });
    await vi.advanceTimersByTimeAsync(1001);
    vi.useRealTimers();
    expect(await stuck).toMatchObject({ ok: false, problems: [{ code: "transpiler-stopped" }] });
    expect(dead.terminate).toHaveBeenCalled();
    expect((await transpile({ "agent.ts": "export {}" })).ok).toBe(true);
  });
});
