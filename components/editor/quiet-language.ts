import type { Monaco } from "./load-monaco";

/** Languages whose Monaco services would check a workspace file as if it were part of the definition. */
const CHECKED = new Set(["typescript", "javascript"]);
const made = new Map<string, Promise<string>>();

interface LoadableLanguage {
  id: string;
  extensions?: string[];
  filenames?: string[];
  loader?(): Promise<{ conf: object; language: object }>;
}

/**
 * The language of a workspace file by its name. Where Monaco would bring a type checker that knows neither the packages nor
 * the settings of the workspace, a copy of the language that only has its colours.
 */
export async function quietLanguage(monaco: Monaco, path: string): Promise<string> {
  const name = path.split("/").at(-1)?.toLowerCase() ?? "";
  const language = (monaco.languages.getLanguages() as LoadableLanguage[]).find(
    ({ extensions = [], filenames = [] }) =>
      extensions.some((ending) => name.endsWith(ending)) || filenames.some((known) => known.toLowerCase() === name),
  );
  if (language === undefined) return "plaintext";
  if (!CHECKED.has(language.id)) return language.id;
  const quiet = made.get(language.id) ?? makeQuiet(monaco, language);
  made.set(language.id, quiet);
  return quiet;
}

async function makeQuiet(monaco: Monaco, { id, loader }: LoadableLanguage): Promise<string> {
  try {
    const loaded = await loader?.();
    if (loaded === undefined) return "plaintext";
    const quiet = `workspace-${id}`;
    monaco.languages.register({ id: quiet });
    monaco.languages.setLanguageConfiguration(quiet, loaded.conf);
    monaco.languages.setMonarchTokensProvider(quiet, loaded.language as { tokenizer: Record<string, never> });
    return quiet;
  } catch {
    // Its colours could not be loaded: the text is there without them.
    return "plaintext";
  }
}
