import { init as initLexer, parse as parseExports } from "cjs-module-lexer";
import { transform } from "sucrase";
import { CallFailure } from "./program-files";
import { isTypeScript } from "./resolve-module";

/** A source that is no TypeScript, with the place where it is wrong. */
export class SourceFault extends Error {
  constructor(
    message: string,
    readonly path: string,
    readonly line: number,
    readonly column: number,
  ) {
    super(message);
  }
}

export { initLexer };

/** The JavaScript of a file: types are taken out, and every line stays where it was. @throws SourceFault */
export function javaScriptOf(path: string, source: string): string {
  const text = source.replace(/^\ufeff/, "").replace(/^#!/, "//");
  if (!isTypeScript(path)) return text;
  try {
    return transform(text, {
      transforms: path.endsWith("x") ? ["typescript", "jsx"] : ["typescript"],
      filePath: path,
      disableESTransforms: true,
      production: true,
    }).code;
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    const place = /\((\d+):(\d+)\)$/.exec(words);
    const message = words.replace(/^Error transforming [^:]*: /, "").replace(/ \(\d+:\d+\)$/, "");
    throw new SourceFault(message, path, Number(place?.[1] ?? 1), Number(place?.[2] ?? 1));
  }
}

/** Whether a text that is no script may be a module. */
export function looksLikeModule(source: string): boolean {
  return /(^|[;}\s])(import|export)[\s{*("'.]|\bawait\b|\bimport\.meta\b/.test(source);
}

/** An ES module with what the file says about itself; on the same line, and only where it is asked for. */
export function withMeta(path: string, source: string): string {
  if (!source.includes("import.meta")) return source;
  const url = `file://${encodeURI(path).replace(/[?#]/g, encodeURIComponent)}`;
  const folder = path.slice(0, Math.max(1, path.lastIndexOf("/")));
  const facts = { url, filename: path, dirname: folder };
  return `Object.assign(import.meta,${JSON.stringify(facts)},{resolve:(name)=>globalThis[Symbol.for("node:internal")].resolve(name,${JSON.stringify(path)})});${source}`;
}

/** The ES module through which another one sees what `expression` gives. */
export function moduleOver(expression: string, names: Iterable<string>): string {
  const lines = [`const all = ${expression};`, "export default all;"];
  let count = 0;
  for (const name of names) {
    if (name === "default") continue;
    lines.push(`const _${count} = all?.[${JSON.stringify(name)}]; export { _${count} as ${JSON.stringify(name)} };`);
    count += 1;
  }
  return lines.join("\n");
}

/** The names that a CommonJS file gives away, as far as its text tells; call `initLexer` first. */
export function commonJsNames(
  path: string,
  read: (path: string) => string,
  resolve: (name: string, from: string) => string | undefined,
): Set<string> {
  const names = new Set<string>();
  const seen = new Set<string>();
  const visit = (at: string): void => {
    if (seen.has(at)) return;
    seen.add(at);
    let found: { exports: Iterable<string>; reexports: Iterable<string> };
    try {
      found = parseExports(read(at));
    } catch (error) {
      if (error instanceof CallFailure) throw error;
      return;
    }
    for (const name of found.exports) names.add(name);
    for (const name of found.reexports) {
      const target = resolve(name, at);
      if (target !== undefined) visit(target);
    }
  };
  visit(path);
  return names;
}
