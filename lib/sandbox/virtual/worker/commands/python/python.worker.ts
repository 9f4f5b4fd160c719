import { confineRealm } from "./confine-realm";
import { loadInterpreter } from "./python-engine";
import type { PythonMessage, PythonStart } from "./python-messages";
import { runPython } from "./python-program";

/** The entry point of `public/workers/python.js`: one program, then the worker is ended from outside. */
const scope = globalThis as unknown as {
  postMessage(message: PythonMessage): void;
  addEventListener(type: "message", listener: (event: MessageEvent<PythonStart>) => void): void;
};
const post = scope.postMessage.bind(scope);
const interpreter = loadInterpreter();

scope.addEventListener("message", async ({ data }) => {
  try {
    const create = await interpreter;
    confineRealm();
    await runPython(create, data, post);
  } catch (error) {
    post({ type: "failure", message: error instanceof Error ? error.message : String(error) });
  }
});
