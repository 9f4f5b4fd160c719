import "server-only";
import type { FetchRequest } from "@/lib/core/tool/fetch-request";
import { OutsideError } from "@/lib/core/tool/outside";
import type { SecretDoor } from "../../secrets/secret-door";

const HANDLE = /\{\{secret:([^{}]*)\}\}/g;
/** In a path the browser writes the braces as percent signs. */
const HANDLE_IN_URL = /(?:\{|%7B){2}secret:([^{}%]*)(?:\}|%7D){2}/gi;

/**
 * The request with secrets in the place of their handles, for the host that it goes to.
 *
 * @throws OutsideError `outside-refused` when one is not granted: a handle is of no use to the other side.
 */
export async function fillHandles(request: FetchRequest, secrets: SecretDoor): Promise<FetchRequest> {
  if (!URL.canParse(request.url)) throw new OutsideError("outside-invalid-input", "The request has no usable URL.");
  const { hostname, origin } = new URL(request.url);
  const fill = async (text: string): Promise<string> => {
    const handles = [...text.matchAll(HANDLE)];
    if (handles.length === 0) return text;
    const filled = await secrets.fill(text, hostname);
    const missing = handles.find(([handle]) => filled.includes(handle));
    if (missing !== undefined) throw notGranted(missing[1] ?? "", hostname);
    return filled;
  };
  const headers: FetchRequest["headers"] = [];
  for (const [name, value] of request.headers) headers.push([name, await fill(value)]);
  const { body } = request;
  const url = await fillUrl(request.url, async (name) => fill(`{{secret:${name}}}`));
  // A value must not be able to change where the request goes.
  if (new URL(url).origin !== origin) throw new OutsideError("outside-refused", "A secret may not stand in the host.");
  return {
    ...request,
    url,
    headers,
    ...(body !== undefined && "text" in body ? { body: { text: await fill(body.text) } } : {}),
  };
}

async function fillUrl(url: string, secretOf: (name: string) => Promise<string>): Promise<string> {
  let filled = "";
  let from = 0;
  for (const match of url.matchAll(HANDLE_IN_URL)) {
    filled += url.slice(from, match.index) + encodeURIComponent(await secretOf(match[1] ?? ""));
    from = match.index + match[0].length;
  }
  return filled + url.slice(from);
}

function notGranted(name: string, hostname: string): OutsideError {
  return new OutsideError("outside-refused", `The secret "${name}" is not granted to this tool for ${hostname}.`);
}
