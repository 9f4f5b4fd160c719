import { decodeBase64, encodeBase64 } from "@/lib/core/call/base64";
import { type EncodedBytes, fetchAnswerSchema } from "@/lib/core/tool/fetch-request";
import { type Outside, OutsideError } from "@/lib/core/tool/outside";

const NO_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * The fetch standard over the service `fetch`: the request is the browser's own `Request`, the answer its own `Response`. A
 * refusal and everything the network does reject with a TypeError that says what to do, an abort with the signal's reason.
 */
export function createGuestFetch(outside: Outside): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const { signal } = request;
    signal.throwIfAborted();
    const bytes = request.body === null ? undefined : new Uint8Array(await request.arrayBuffer());
    let value: unknown;
    try {
      value = await outside.ask(
        "fetch",
        {
          url: request.url,
          method: request.method,
          headers: [...request.headers],
          redirect: request.redirect,
          ...(bytes === undefined ? {} : { body: encoded(bytes) }),
        },
        { signal },
      );
    } catch (error) {
      signal.throwIfAborted();
      throw new TypeError(OutsideError.isInstance(error) ? error.message : String(error), { cause: error });
    }
    return responseOf(value);
  };
}

function responseOf(value: unknown): Response {
  const answer = fetchAnswerSchema.parse(value);
  // Of its own: the headers of a response that a script makes drop every cookie.
  const headers = new Headers(answer.headers);
  const hasBody = !NO_BODY.has(answer.status);
  const response = new Response(hasBody ? bodyOf(decoded(answer.body), answer.truncated) : null, {
    status: answer.status,
    statusText: answer.statusText,
    headers,
  });
  const facts = { url: answer.url, redirected: answer.redirected, headers };
  for (const [name, fact] of Object.entries(facts)) Object.defineProperty(response, name, { value: fact });
  return response;
}

/** A body that was cut must not pass for a whole one: whoever reads it to its end is told. */
function bodyOf(bytes: Uint8Array<ArrayBuffer>, truncated: boolean): BodyInit {
  if (!truncated) return bytes;
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        controller.enqueue(bytes);
      },
      pull(controller) {
        controller.error(new TypeError(`The body is larger than the ${bytes.byteLength} bytes that are read of it.`));
      },
    },
    { highWaterMark: 1 },
  );
}

function encoded(bytes: Uint8Array): EncodedBytes {
  try {
    return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { base64: encodeBase64(bytes) };
  }
}

function decoded(body: EncodedBytes): Uint8Array<ArrayBuffer> {
  if ("text" in body) return new TextEncoder().encode(body.text);
  const bytes = decodeBase64(body.base64);
  if (bytes === undefined) throw new TypeError("The body came in a form that cannot be read.");
  return new Uint8Array(bytes);
}
