import "server-only";
import { z } from "zod";
import { askApi } from "../ask-api";
import type { ServiceContext } from "../service";
import type { Message } from "./message";
import type { Sent } from "./send-by-smtp";

const answerSchema = z.object({ id: z.string() });

/** Hands one message to Resend's API. */
export async function sendByResend(
  message: Message,
  resend: { url: string; key: string },
  timeoutMs: number,
  context: ServiceContext,
): Promise<Sent> {
  const answer = await askApi(
    {
      what: "Resend API",
      url: `${resend.url}/emails`,
      method: "POST",
      // The use was claimed once; a retry on the way must not send it twice either.
      headers: { authorization: `Bearer ${resend.key}`, "idempotency-key": `${context.runId}/${context.callId}` },
      key: resend.key,
      body: {
        from: message.from,
        to: message.to,
        subject: message.subject,
        ...(message.cc.length === 0 ? {} : { cc: message.cc }),
        ...(message.bcc.length === 0 ? {} : { bcc: message.bcc }),
        ...(message.replyTo === undefined ? {} : { reply_to: message.replyTo }),
        ...(message.html ? { html: message.body } : { text: message.body }),
      },
      timeoutMs,
    },
    context,
  );
  if (!answer.ok) return { ok: false, error: answer.error };
  const read = answerSchema.safeParse(answer.value);
  if (!read.success) return { ok: false, error: "Resend API sent an answer of another shape than it documents" };
  return { ok: true, messageId: read.data.id, accepted: [...message.to, ...message.cc, ...message.bcc], rejected: [] };
}
