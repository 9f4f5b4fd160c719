import "server-only";
import type { IncomingMessage } from "node:http";
import type { Readable, Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { OutsideError } from "@/lib/core/tool/outside";

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};
/** A body packed in more layers is meant to hurt. */
const MOST_LAYERS = 2;

/** The body, unpacked, up to `maxBytes`: what lies beyond is neither unpacked nor waited for. */
export async function readBody(
  response: IncomingMessage,
  maxBytes: number,
): Promise<{ body: Uint8Array; truncated: boolean }> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let truncated = false;
  const body = unpacked(response);
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      const room = maxBytes - size;
      truncated = chunk.byteLength > room;
      chunks.push(truncated ? chunk.subarray(0, room) : chunk);
      size += Math.min(chunk.byteLength, room);
      if (truncated) break;
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "Z_BUF_ERROR" && !response.complete) throw Object.assign(new Error(), { code: "ECONNRESET" });
    throw error;
  } finally {
    body.destroy();
    response.destroy();
  }
  return { body: new Uint8Array(Buffer.concat(chunks)), truncated };
}

function unpacked(response: IncomingMessage): Readable {
  const layers = (response.headers["content-encoding"] ?? "")
    .split(",")
    .map((layer) => layer.trim().toLowerCase())
    .filter((layer) => layer !== "" && layer !== "identity");
  if (layers.length > MOST_LAYERS) {
    throw new OutsideError("outside-unreachable", `The answer is packed ${layers.length} times.`);
  }
  let body: Readable = response;
  for (const layer of layers.reverse()) {
    const decoder = Object.hasOwn(DECODERS, layer) ? DECODERS[layer]?.() : undefined;
    // Unknown to us: the bytes as they came, and the header says how they are packed.
    if (decoder === undefined) return body;
    const source = body;
    source.on("error", (error) => decoder.destroy(error));
    source.once("aborted", () => decoder.destroy(Object.assign(new Error("aborted"), { code: "ECONNRESET" })));
    body = source.pipe(decoder);
  }
  return body;
}
