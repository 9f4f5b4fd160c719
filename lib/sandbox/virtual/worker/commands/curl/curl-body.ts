import type { ResolvedCommandContext } from "just-bash/browser";
import { ByteSink } from "../byte-sink";
import { inputBytes } from "../command-input";
import type { GivenOption } from "../tool/parse-options";

/** The options that say what is sent, by their key. */
export const DATA_KEYS = ["d", "data-raw", "data-binary", "data-urlencode", "json"] as const;

/** What `-d` and its kin send, joined as curl joins it; undefined where none is given. Rejects when a file cannot be read. */
export async function curlBody(
  options: readonly GivenOption[],
  context: ResolvedCommandContext,
): Promise<Uint8Array | undefined> {
  const given = options.filter(({ name }) => (DATA_KEYS as readonly string[]).includes(name));
  if (given.length === 0) return undefined;
  const body = new ByteSink();
  for (const [index, { name, value }] of given.entries()) {
    if (index > 0 && name !== "json") body.write("&");
    body.write(await part(name, value, context));
  }
  return body.toBytes();
}

async function part(key: string, value: string, context: ResolvedCommandContext): Promise<Uint8Array | string> {
  if (key === "data-urlencode") return encoded(value, context);
  if (key === "data-raw" || !value.startsWith("@")) return value;
  const bytes = await inputBytes(context, value.slice(1));
  return key === "d" ? bytes.filter((byte) => byte !== 10 && byte !== 13 && byte !== 0) : bytes;
}

/** `content`, `=content`, `name=content`, `@file` or `name@file`. */
async function encoded(value: string, context: ResolvedCommandContext): Promise<string> {
  const place = value.search(/[=@]/);
  if (place < 0) return percent(new TextEncoder().encode(value));
  const name = value.slice(0, place);
  const rest = value.slice(place + 1);
  const bytes = value[place] === "@" ? await inputBytes(context, rest) : new TextEncoder().encode(rest);
  return `${name === "" ? "" : `${name}=`}${percent(bytes)}`;
}

function percent(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => {
    const character = String.fromCharCode(byte);
    return /[A-Za-z0-9._~-]/.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  }).join("");
}
