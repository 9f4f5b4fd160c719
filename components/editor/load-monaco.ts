import { loader } from "@monaco-editor/react";
import type * as MonacoModule from "monaco-editor";
import { scriptJsonSchema } from "@/lib/core/model/script";
import { modelUri } from "./model-uri";
import { defineThemes } from "./monaco-themes";

export type Monaco = typeof MonacoModule;

/** TypeScript's own numbers, which Monaco's enums do not all name. */
const TARGET_ES2022 = 9 as MonacoModule.typescript.ScriptTarget;
const MODULE_RESOLUTION_BUNDLER = 100 as MonacoModule.typescript.ModuleResolutionKind;
const MODULE_DETECTION_FORCE = 3;

let loading: Promise<Monaco> | undefined;

/** The editor, from this server (`/vs`), with the types an author needs. Loaded once a page; rejects when it cannot be had. */
export function loadMonaco(): Promise<Monaco> {
  loading ??= load();
  return loading;
}

async function load(): Promise<Monaco> {
  loader.config({ paths: { vs: "/vs" } });
  const [monaco, types] = await Promise.all([loader.init() as Promise<Monaco>, loadTypes()]);
  defineThemes(monaco);
  const { typescriptDefaults } = monaco.typescript;
  typescriptDefaults.setCompilerOptions({
    target: TARGET_ES2022,
    module: monaco.typescript.ModuleKind.ESNext,
    moduleResolution: MODULE_RESOLUTION_BUNDLER,
    // Every file is a module: two files may both have a `const schema`.
    moduleDetection: MODULE_DETECTION_FORCE,
    // No page where a tool runs; what is there beside ES2023 comes with the types.
    lib: ["es2023"],
    strict: true,
    isolatedModules: true,
    noEmit: true,
    allowNonTsExtensions: true,
    allowImportingTsExtensions: true,
  });
  // 1375, 1378: `await` at the top level is reported by the tool host, in words that fit it.
  typescriptDefaults.setDiagnosticsOptions({ diagnosticCodesToIgnore: [1375, 1378] });
  typescriptDefaults.setEagerModelSync(true);
  typescriptDefaults.setExtraLibs(
    Object.entries(types).map(([path, content]) => ({ filePath: `file:///${path}`, content })),
  );
  monaco.json.jsonDefaults.setDiagnosticsOptions({
    validate: true,
    schemas: [{ uri: "toolwright:script", fileMatch: [modelUri("script.json")], schema: scriptJsonSchema() }],
  });
  return monaco;
}

async function loadTypes(): Promise<Record<string, string>> {
  const response = await fetch("/monaco-types.json");
  if (!response.ok) throw new Error(`/monaco-types.json answered ${response.status}`);
  return (await response.json()) as Record<string, string>;
}
