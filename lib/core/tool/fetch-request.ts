import { z } from "zod";

/** Bytes: text where the bytes are UTF-8, base64 where they are not. */
const bytesSchema = z.union([z.strictObject({ text: z.string() }), z.strictObject({ base64: z.string() })]);
export type EncodedBytes = z.infer<typeof bytesSchema>;

const METHOD = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,32}$/;
/** Methods that a client of the fetch standard never sends. */
const FORBIDDEN_METHODS: ReadonlySet<string> = new Set(["CONNECT", "TRACE", "TRACK"]);

/** What the `fetch` of authored code asks the service of the same name. */
export const fetchRequestSchema = z.strictObject({
  url: z.string().min(1).max(16_000),
  method: z
    .string()
    .regex(METHOD, "is not a method of HTTP")
    .refine((method) => !FORBIDDEN_METHODS.has(method.toUpperCase()), "is a method that is not sent"),
  headers: z.array(z.tuple([z.string().min(1).max(256), z.string().max(16_000)])).max(100),
  body: bytesSchema.optional(),
  redirect: z.enum(["follow", "error", "manual"]),
});
export type FetchRequest = z.infer<typeof fetchRequestSchema>;

export const fetchAnswerSchema = z.object({
  status: z.number().int().min(200).max(599),
  statusText: z.string(),
  headers: z.array(z.tuple([z.string(), z.string()])),
  body: bytesSchema,
  /** The body is larger than what is read of it. */
  truncated: z.boolean(),
  /** The address that answered. */
  url: z.string(),
  redirected: z.boolean(),
});
export type FetchAnswer = z.infer<typeof fetchAnswerSchema>;

/** Reading is open to every tool; whatever may change something is for a call that a person approved. */
export function fetchNeedsApproval({ method }: Pick<FetchRequest, "method">): boolean {
  return !["GET", "HEAD"].includes(method.toUpperCase());
}
