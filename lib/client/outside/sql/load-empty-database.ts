import { errorText } from "@/lib/core/errors/error-text";
import { OutsideError } from "@/lib/core/tool/outside";

const ADDRESS = "/workers/pglite-empty.data";

/**
 * The dump of an empty PostgreSQL that was made with the page's assets. There is no other way to start: the engine would make
 * one by itself, and keep whoever asked waiting for a minute.
 *
 * @throws OutsideError that says what is missing.
 */
export async function loadEmptyDatabase(signal: AbortSignal): Promise<Uint8Array> {
  try {
    const response = await fetch(ADDRESS, { signal });
    if (!response.ok) throw new Error(`${ADDRESS} was answered with ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  } catch (error) {
    if (signal.aborted) throw new OutsideError("outside-stopped", "The query was ended.", { cause: error });
    throw new OutsideError(
      "outside-failed",
      `PostgreSQL in the page cannot start without its empty database: ${errorText(error)}. Whoever runs the server makes it with "npm run assets".`,
      { cause: error },
    );
  }
}
