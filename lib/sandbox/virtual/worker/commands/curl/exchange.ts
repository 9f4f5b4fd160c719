import { decodeBase64, encodeBase64 } from "@/lib/core/call/base64";
import type { ShellFetch, ShellFetchAnswer } from "../../../shell-fetch";
import type { AskOutside } from "../../command-outside";

export interface Exchange {
  url: string;
  method: string;
  headers: readonly (readonly [name: string, value: string])[];
  body?: Uint8Array;
  follow: boolean;
  timeoutMs?: number;
  signal?: AbortSignal;
}

/** Why nothing came, as the programs tell it apart. `authority`: nobody allowed it, and the message says what to do. */
export interface NoAnswer {
  why: "authority" | "host" | "connect" | "timeout" | "address" | "size" | "stopped";
  message: string;
}

export type Exchanged = { ok: true; answer: ShellFetchAnswer; bytes: Uint8Array } | ({ ok: false } & NoAnswer);

const ASK_FIRST = "a command reaches out only when a person allowed it: call Bash again with `network: true`";
const NO_WAY_OUT = "use a tool that reaches out, such as http_request, or the terminal";
const UNKNOWN_HOST = /there is no such host|could not be looked up|has no address/;

/** One request by the guarded fetch of the server. */
export async function exchange(ask: AskOutside, request: Exchange): Promise<Exchanged> {
  const limit = new AbortController();
  const timer =
    request.timeoutMs === undefined
      ? undefined
      : setTimeout(() => limit.abort(), Math.min(request.timeoutMs, 2 ** 31 - 1));
  const onAbort = (): void => limit.abort();
  request.signal?.addEventListener("abort", onAbort, { once: true });
  try {
    const reply = await ask(wireRequest(request), limit.signal);
    if (!reply.ok) {
      const isLate = limit.signal.aborted && request.signal?.aborted !== true;
      return { ok: false, ...(isLate ? late(request.timeoutMs ?? 0) : noAnswer(reply.code, reply.message)) };
    }
    const { value: answer } = reply;
    if (answer.truncated) {
      const message =
        "the body is larger than the 5 MB that one request may bring; ask for a part with -H 'Range: bytes=…'";
      return { ok: false, why: "size", message };
    }
    const bytes = "text" in answer.body ? new TextEncoder().encode(answer.body.text) : decodeBase64(answer.body.base64);
    if (bytes === undefined) return { ok: false, why: "connect", message: "the body did not arrive whole" };
    return { ok: true, answer, bytes };
  } finally {
    clearTimeout(timer);
    request.signal?.removeEventListener("abort", onAbort);
  }
}

function wireRequest({ url, method, headers, body, follow }: Exchange): ShellFetch {
  return {
    url,
    method,
    headers: headers.map(([name, value]) => [name, value]),
    redirect: follow ? "follow" : "manual",
    ...(body === undefined ? {} : { body: wireBody(body) }),
  };
}

/** Text stays text, so that the server can put secrets in the place of their handles. */
function wireBody(bytes: Uint8Array): { text: string } | { base64: string } {
  try {
    return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { base64: encodeBase64(bytes) };
  }
}

function late(ms: number): NoAnswer {
  return { why: "timeout", message: `Operation timed out after ${ms} milliseconds` };
}

function noAnswer(code: string, message: string): NoAnswer {
  switch (code) {
    case "outside-missing":
      return { why: "authority", message: `${message}; ${NO_WAY_OUT}` };
    case "outside-not-approved":
      return { why: "authority", message: `${message.replace(/\.$/, "")}; ${ASK_FIRST}` };
    case "outside-timeout":
      return { why: "timeout", message };
    case "outside-stopped":
      return { why: "stopped", message };
    case "outside-invalid-input":
      return { why: "address", message };
    case "outside-too-large":
      return { why: "size", message };
    case "outside-unreachable":
      return { why: UNKNOWN_HOST.test(message) ? "host" : "connect", message };
    default:
      return { why: "connect", message };
  }
}
