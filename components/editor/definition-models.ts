import type * as MonacoModule from "monaco-editor";
import type { Monaco } from "./load-monaco";
import { modelUri } from "./model-uri";

type Model = MonacoModule.editor.ITextModel;

export interface DefinitionModels {
  /** Makes the models equal to the files: adds, removes, and takes over text that changed elsewhere. */
  sync(files: Readonly<Record<string, string>>): void;
  get(path: string): Model | undefined;
  dispose(): void;
}

/**
 * Characters of told texts that did not come back yet. Bounded by size and not by number: on a busy machine hundreds of
 * keystrokes fit between two renders, and one that is forgotten would come back as a change from elsewhere.
 */
const TOLD_CHARACTERS = 40_000_000;

/**
 * One model a file, so that TypeScript sees all of them. Text flows both ways: what is typed is told to `onChange`, and what
 * comes back later is recognised as that, so that an answer that lags behind never undoes a keystroke.
 */
export function createDefinitionModels(
  monaco: Monaco,
  onChange: (path: string, text: string) => void,
): DefinitionModels {
  const models = new Map<string, { model: Model; told: string[]; stop(): void }>();
  const tooMuch = (told: readonly string[], now: string) =>
    told.length > 1 && told.length * now.length > TOLD_CHARACTERS;
  let taking = false;

  function add(path: string, text: string): void {
    const uri = monaco.Uri.parse(modelUri(path));
    // One may be left over from an editor that was shown before.
    monaco.editor.getModel(uri)?.dispose();
    const model = monaco.editor.createModel(text, path.endsWith(".json") ? "json" : "typescript", uri);
    model.updateOptions({ tabSize: 2, insertSpaces: true });
    const told: string[] = [];
    const listening = model.onDidChangeContent(() => {
      if (taking) return;
      const now = model.getValue();
      told.push(now);
      if (tooMuch(told, now)) told.shift();
      onChange(path, now);
    });
    models.set(path, { model, told, stop: () => listening.dispose() });
  }

  function remove(path: string): void {
    const held = models.get(path);
    held?.stop();
    held?.model.dispose();
    models.delete(path);
  }

  function take(path: string, text: string): void {
    const held = models.get(path);
    if (!held) {
      add(path, text);
      return;
    }
    const echo = held.told.lastIndexOf(text);
    if (echo !== -1) {
      held.told.splice(0, echo + 1);
      return;
    }
    if (held.model.getValue() === text) return;
    held.told.length = 0;
    taking = true;
    // As an edit, so that the person can undo it.
    held.model.pushEditOperations([], [{ range: held.model.getFullModelRange(), text }], () => null);
    taking = false;
  }

  return {
    sync(files) {
      for (const path of models.keys()) if (!(path in files)) remove(path);
      for (const [path, text] of Object.entries(files)) take(path, text);
    },
    get: (path) => models.get(path)?.model,
    dispose() {
      for (const path of [...models.keys()]) remove(path);
    },
  };
}
