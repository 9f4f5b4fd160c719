import type { DefinitionProblem } from "@/lib/tool-host/described-definition";
import type { TranspileReply, TranspileRequest } from "./workers/transpile-protocol";

export type TranspiledDefinition =
  | { ok: true; modules: Record<string, string> }
  | { ok: false; problems: DefinitionProblem[] };

export interface TranspilerOptions {
  createWorker(): Worker;
  /** Milliseconds one definition may take. */
  deadlineMs?: number;
}

export interface Transpiler {
  transpile(files: Readonly<Record<string, string>>): Promise<TranspiledDefinition>;
  dispose(): void;
}

type FileReply = TranspileReply["files"][number];

/** Transpiles in a worker, and only the files whose text changed since they were last seen. */
export function createTranspiler({ createWorker, deadlineMs = 10_000 }: TranspilerOptions): Transpiler {
  const known = new Map<string, { text: string; reply: FileReply }>();
  const waiting = new Map<number, (reply: TranspileReply | undefined) => void>();
  let worker: Worker | undefined;
  let nextId = 1;

  function stop(): void {
    worker?.terminate();
    worker = undefined;
    for (const settle of waiting.values()) settle(undefined);
    waiting.clear();
  }

  function liveWorker(): Worker {
    if (worker) return worker;
    worker = createWorker();
    worker.addEventListener("message", ({ data: reply }: MessageEvent<TranspileReply>) => {
      waiting.get(reply.id)?.(reply);
      waiting.delete(reply.id);
    });
    worker.addEventListener("error", stop);
    return worker;
  }

  function ask(files: TranspileRequest["files"]): Promise<TranspileReply | undefined> {
    const id = nextId++;
    return new Promise((resolve) => {
      const timer = setTimeout(stop, deadlineMs);
      waiting.set(id, (reply) => {
        clearTimeout(timer);
        resolve(reply);
      });
      liveWorker().postMessage({ id, files } satisfies TranspileRequest);
    });
  }

  return {
    async transpile(files) {
      const sources = Object.entries(files).filter(([path]) => path.endsWith(".ts"));
      const changed = sources.filter(([path, text]) => known.get(path)?.text !== text);
      const replies = new Map<string, FileReply>();
      for (const [path] of sources) {
        const last = known.get(path);
        if (last) replies.set(path, last.reply);
      }
      if (changed.length > 0) {
        const reply = await ask(changed.map(([path, text]) => ({ path, text })));
        if (!reply) return { ok: false, problems: [TRANSPILER_STOPPED] };
        const texts = new Map(changed);
        for (const file of reply.files) {
          replies.set(file.path, file);
          known.set(file.path, { text: texts.get(file.path) ?? "", reply: file });
        }
      }
      for (const path of known.keys()) if (!(path in files)) known.delete(path);

      const problems: DefinitionProblem[] = [];
      const modules: Record<string, string> = {};
      for (const [path] of sources) {
        const file = replies.get(path);
        if (file?.ok) modules[path] = file.code;
        else if (file) problems.push(file.problem);
      }
      return problems.length > 0 ? { ok: false, problems } : { ok: true, modules };
    },
    dispose: stop,
  };
}

const TRANSPILER_STOPPED: DefinitionProblem = {
  code: "transpiler-stopped",
  message: "The TypeScript of this definition could not be read: its worker did not answer.",
  fix: "Change a file to try again; reload the page if it stays so.",
  severity: "error",
};

let shared: Transpiler | undefined;

/** The page's own transpiler, in `/workers/transpile.js`; started at the first use. */
export function transpileDefinition(files: Readonly<Record<string, string>>): Promise<TranspiledDefinition> {
  shared ??= createTranspiler({ createWorker: () => new Worker("/workers/transpile.js") });
  return shared.transpile(files);
}
