import * as z from "zod/mini";
import { decodeBase64, encodeBase64 } from "@/lib/core/call/base64";
import type { AskOutside } from "../../command-outside";
import { exchange, type NoAnswer } from "../curl/exchange";

/** What the `fetch` inside of the engine sends; bodies are base64 both ways. */
const requestSchema = z.object({
  url: z.string(),
  method: z.string(),
  headers: z.array(z.tuple([z.string(), z.string()])),
  redirect: z.enum(["follow", "error", "manual"]),
  body: z.optional(z.string()),
});

interface ProgramAnswer {
  status: number;
  statusText: string;
  headers: [string, string][];
  body: string;
  url: string;
  redirected: boolean;
}

export type ProgramFetched = { ok: true; answer: ProgramAnswer } | { ok: false; code: string; message: string };

/** As Node names them in the cause of a failed fetch. */
const CODES: Readonly<Record<NoAnswer["why"], string>> = {
  authority: "EACCES",
  connect: "ECONNREFUSED",
  host: "ENOTFOUND",
  timeout: "ETIMEDOUT",
  address: "ERR_INVALID_URL",
  size: "EMSGSIZE",
  stopped: "ABORT_ERR",
};

/** One request of a program that runs in the shell, with the authority of its command line. */
export async function fetchForProgram(
  ask: AskOutside,
  asked: unknown,
  signal: AbortSignal | undefined,
): Promise<ProgramFetched> {
  const parsed = requestSchema.safeParse(asked);
  if (!parsed.success)
    return { ok: false, code: "ERR_INVALID_ARG_VALUE", message: "This is no request that fetch takes." };
  const { url, method, headers, redirect, body } = parsed.data;
  const bytes = body === undefined ? undefined : decodeBase64(body);
  const follow = redirect === "follow";
  const exchanged = await exchange(ask, { url, method, headers, follow, ...(bytes ? { body: bytes } : {}), signal });
  if (!exchanged.ok) return { ok: false, code: CODES[exchanged.why], message: exchanged.message };
  const { answer, bytes: received } = exchanged;
  const isRedirect =
    answer.status >= 300 && answer.status < 400 && answer.headers.some(([name]) => name === "location");
  if (redirect === "error" && isRedirect) return { ok: false, code: "ERR_REDIRECT", message: "unexpected redirect" };
  const { status, statusText, redirected } = answer;
  return {
    ok: true,
    answer: {
      status,
      statusText,
      headers: answer.headers.map(([name, value]) => [name, value]),
      body: encodeBase64(received),
      url: answer.url,
      redirected,
    },
  };
}
