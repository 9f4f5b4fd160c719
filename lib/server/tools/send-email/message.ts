import "server-only";
import type { SendEmailParameters } from "@/lib/builtin/send-email";

export interface Message {
  from: string;
  to: string[];
  cc: string[];
  bcc: string[];
  replyTo: string | undefined;
  subject: string;
  body: string;
  html: boolean;
}

/** All of them together, hidden ones too: more is a mailing, and no tool's work. */
const MAX_RECIPIENTS = 50;

/** What is sent; a text instead says why nothing is. Every address is one, and of one line, as the parameters were parsed. */
export function messageOf(params: SendEmailParameters, standardFrom: string | undefined): Message | string {
  const to = list(params.to);
  const cc = list(params.cc);
  const bcc = list(params.bcc);
  if (to.length === 0) return "At least one recipient required";
  const count = to.length + cc.length + bcc.length;
  if (count > MAX_RECIPIENTS) return `Too many recipients: ${count}. Maximum: ${MAX_RECIPIENTS}`;
  const from = params.from ?? standardFrom;
  if (from === undefined) return "No sender: give from, or let the operator set SMTP_FROM";
  return { from, to, cc, bcc, replyTo: params.replyTo, subject: params.subject, body: params.body, html: params.html };
}

function list(addresses: string | string[] | undefined): string[] {
  return addresses === undefined ? [] : [addresses].flat();
}
