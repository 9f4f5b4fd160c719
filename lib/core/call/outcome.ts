import { z } from "zod";
import { jsonValueSchema } from "../errors/json-value";

/** One part of a settled result. Media is base64. */
export const resultPartSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("text"), text: z.string() }),
  z.object({
    type: z.literal("image"),
    mediaType: z.enum(["image/png", "image/jpeg", "image/gif", "image/webp"]),
    data: z.string(),
  }),
]);
export type ResultPart = z.infer<typeof resultPartSchema>;

/** A result as it is recorded: what the model reads, and the value for the card. */
export const encodedResultSchema = z.object({
  /** What the model reads, in order. Image fields of `value` are replaced by `(image attached)`. */
  parts: z.array(resultPartSchema),
  /** The result as JSON for the card, absent when it was text only or nothing. */
  value: jsonValueSchema.optional(),
  /** True when `execute` returned undefined, null, or an empty string. */
  empty: z.boolean(),
  /** True when the size limit cut the text; head and tail are kept. */
  truncated: z.boolean(),
  /** UTF-8 bytes of the whole text before a cut. */
  bytes: z.number().int().nonnegative(),
  /** True when the value was too large to be read to its end: `bytes` counts what was read, and the result is larger. */
  larger: z.boolean().optional(),
  /** True when something lay too deep to be shown; a note stands in its place, and nothing else was cut for it. */
  tooDeep: z.boolean().optional(),
  /** Where the whole text of a cut result can be read in the sandbox. */
  wholeAt: z.string().max(500).optional(),
});
export type EncodedResult = z.infer<typeof encodedResultSchema>;

/** Characters of JSON that one call may put into the values that a session's tools share. */
export const ASSIGNS_LIMIT = 64_000;

/** What a call puts into the values that the session's tools share. */
export const assignsSchema = z
  .record(z.string().max(200), jsonValueSchema)
  .refine((assigns) => JSON.stringify(assigns).length <= ASSIGNS_LIMIT, `is longer than ${ASSIGNS_LIMIT} characters`);
export type Assigns = z.infer<typeof assignsSchema>;

/** Who or what refused or ended a call. */
export const refusedBySchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("person"), name: z.string() }),
  z.object({ kind: z.literal("rule"), name: z.string() }),
  z.object({ kind: z.literal("expiry") }),
  z.object({ kind: z.literal("provider"), name: z.string() }),
  z.object({ kind: z.literal("limit"), name: z.string() }),
  z.object({ kind: z.literal("crash") }),
]);
export type RefusedBy = z.infer<typeof refusedBySchema>;

/** Where an exception came from in the author's own file. */
export const errorPlaceSchema = z.object({
  file: z.string(),
  line: z.number().int(),
  column: z.number().int().optional(),
});
export type ErrorPlace = z.infer<typeof errorPlaceSchema>;

/** The one end of a call. `text` is exactly what the model is told for every outcome but `ok`. */
export const outcomeSchema = z.discriminatedUnion("status", [
  z.object({ status: z.literal("ok"), result: encodedResultSchema, assigns: assignsSchema.optional() }),
  z.object({
    status: z.literal("invalid-arguments"),
    text: z.string(),
    issues: z.array(z.object({ path: z.string(), message: z.string() })),
  }),
  z.object({ status: z.literal("not-found"), text: z.string() }),
  z.object({ status: z.literal("denied"), text: z.string(), by: refusedBySchema, reason: z.string().optional() }),
  z.object({ status: z.literal("expired"), text: z.string() }),
  z.object({ status: z.literal("timed-out"), text: z.string(), afterMs: z.number() }),
  z.object({ status: z.literal("stopped"), text: z.string(), by: refusedBySchema }),
  /** The model's call was cut by the token limit or a broken stream; it never ran. */
  z.object({ status: z.literal("cut-off"), text: z.string() }),
  /** An error of the tool, which the model may work around. */
  z.object({
    status: z.literal("failed"),
    text: z.string(),
    /** `returned`: it reported the error itself. `outside`: what it asked for was refused or is not there. Absent: it threw. */
    origin: z.enum(["returned", "outside"]).optional(),
    place: errorPlaceSchema.optional(),
    stack: z.string().optional(),
  }),
  /** The place it ran in died, or the page was closed meanwhile: it may or may not have run. */
  z.object({ status: z.literal("crashed"), text: z.string() }),
  /** Never started: the run had ended, or the call only repeated what had been answered the same again and again. */
  z.object({ status: z.literal("skipped"), text: z.string() }),
]);
export type Outcome = z.infer<typeof outcomeSchema>;
export type OutcomeStatus = Outcome["status"];
