import { z } from "zod";
import { tool } from "@/lib/core/tool/tool";
import { askService } from "./ask-service";

const MAX_RECIPIENTS = 50;
/** Header text of one line: a line break would begin another header. */
const oneLine = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[^\p{Cc}\u2028\u2029]*$/u, "must be one line without control characters");

/** `name@example.com` or `Name <name@example.com>`, one of them. */
const address = oneLine(320).refine(
  isOneAddress,
  "must be one address such as name@example.com or Name <name@example.com>",
);
const addresses = z.union([address, z.array(address).max(MAX_RECIPIENTS)]);

export const sendEmailParameters = z.object({
  to: addresses.describe("Recipient, or a list of them"),
  subject: oneLine(998).min(1).describe("Subject"),
  body: z.string().max(500_000).describe("The text, or HTML when html is true"),
  html: z.boolean().default(false).describe("Whether the body is HTML"),
  from: address.optional().describe("Sender; the operator's own when left out"),
  replyTo: address.optional().describe("Where answers go"),
  cc: addresses.optional().describe("Copies to"),
  bcc: addresses.optional().describe("Hidden copies to"),
  provider: z.enum(["resend", "smtp"]).optional().describe("Left out: the one that is configured"),
});
export type SendEmailParameters = z.output<typeof sendEmailParameters>;

/** A message that was sent cannot be taken back. */
export function sendEmailNeedsApproval(): boolean {
  return true;
}

export const sendEmail = tool({
  name: "send_email",
  description: "Send an email. A person is asked first, always.",
  parameters: sendEmailParameters,
  category: "communication",
  tags: ["email", "mail", "notification"],
  sideEffects: ["network", "external"],
  requiresApproval: sendEmailNeedsApproval,
  execute: (params, context) => askService(context, "send_email", params),
});

const BARE_ADDRESS =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)*[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;
/** A name that a mail program could take for a second address is refused rather than quoted. */
const NAMED_ADDRESS = /^(?:"([^"\\<>]*)"|([^",;:<>@()[\]\\]*))\s*<([^<>\s]+)>$/;

function isOneAddress(text: string): boolean {
  const bare = NAMED_ADDRESS.exec(text.trim())?.[3] ?? text.trim();
  return BARE_ADDRESS.test(bare);
}
