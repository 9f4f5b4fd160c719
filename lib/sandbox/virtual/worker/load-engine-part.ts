import parts from "./engine-parts.json";

export type EnginePart = keyof typeof parts;

/** Where `scripts/build-shell-worker.mjs` lays the parts, seen from the worker. */
const FOLDER = "/workers/";
const PACKAGES = "../../../../node_modules/";

/**
 * A large part of the shell, loaded when a command first needs it: from beside the worker, or in Node from its package. `took`
 * hears the bytes of each piece.
 */
export async function loadEnginePart(
  name: EnginePart,
  took: (bytes: number) => void = () => {},
): Promise<Uint8Array<ArrayBuffer>> {
  if (typeof location === "undefined") {
    const { readFile } = globalThis.process.getBuiltinModule("node:fs/promises");
    return new Uint8Array(await readFile(new URL(PACKAGES + parts[name], import.meta.url)));
  }
  const response = await fetch(new URL(FOLDER + name, location.href));
  if (!response.ok) throw new Error(`${FOLDER}${name} cannot be loaded (${response.status}).`);
  if (response.body === null) return new Uint8Array(await response.arrayBuffer());
  const counted = response.body.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(piece, controller) {
        took(piece.byteLength);
        controller.enqueue(piece);
      },
    }),
  );
  return new Uint8Array(await new Response(counted).arrayBuffer());
}

/** A part that is a module of its own. */
export async function importEnginePart(name: EnginePart): Promise<unknown> {
  const address =
    typeof location === "undefined"
      ? new URL(PACKAGES + parts[name], import.meta.url)
      : new URL(FOLDER + name, location.href);
  return import(/* @vite-ignore */ address.href);
}
