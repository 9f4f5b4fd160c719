import * as z from "zod/mini";

/**
 * What a command asks of the guarded fetch, and what it is given: the wire of `lib/core/tool/fetch-request.ts`, in the small
 * Zod of the shell worker. The server checks the request again.
 */
const body = z.union([z.strictObject({ text: z.string() }), z.strictObject({ base64: z.string() })]);
const headers = z.array(z.tuple([z.string(), z.string()]));

export const shellFetchSchema = z.strictObject({
  url: z.string(),
  method: z.string(),
  headers,
  body: z.optional(body),
  redirect: z.enum(["follow", "manual"]),
});
export type ShellFetch = z.infer<typeof shellFetchSchema>;

export const shellFetchAnswerSchema = z.object({
  status: z.number(),
  statusText: z.string(),
  headers,
  body,
  truncated: z.boolean(),
  url: z.string(),
  redirected: z.boolean(),
});
export type ShellFetchAnswer = z.infer<typeof shellFetchAnswerSchema>;
