import "server-only";
import { type SendEmailParameters, sendEmailNeedsApproval, sendEmailParameters } from "@/lib/builtin/send-email";
import type { JsonValue } from "@/lib/core/errors/json-value";
import { secretOrSetting } from "../secret-or-setting";
import type { Service, ServiceContext } from "../service";
import { type MailSettings, readMailSettings } from "./mail-settings";
import { messageOf } from "./message";
import { sendByResend } from "./send-by-resend";
import { type Sent, sendBySmtp } from "./send-by-smtp";

const TIMEOUT_MS = 30_000;

export interface SendEmailOptions {
  settings?: () => MailSettings;
  timeoutMs?: number;
}

export function createSendEmailService(options: SendEmailOptions = {}): Service<SendEmailParameters> {
  const { settings = () => readMailSettings(process.env), timeoutMs = TIMEOUT_MS } = options;
  return {
    name: "send_email",
    input: sendEmailParameters,
    needsApproval: sendEmailNeedsApproval,
    openTo: "own-call",
    async execute(params, context): Promise<JsonValue> {
      const mail = settings();
      const chosen = await choose(params.provider, mail, context);
      if ("error" in chosen) return { error: chosen.error, to: params.to };
      const { provider } = chosen;
      const message = messageOf(params, mail[provider].from);
      if (typeof message === "string") return { error: message, provider, to: params.to };
      const sent: Sent =
        chosen.provider === "resend"
          ? await sendByResend(message, chosen, timeoutMs, context)
          : await sendBySmtp(message, chosen.smtp, { timeoutMs, signal: context.signal });
      if (!sent.ok) return { error: sent.error, provider, to: message.to };
      // Refused ones beside accepted ones are a fact of a message that was sent, not a failure.
      const answer: { [member: string]: JsonValue } = {
        success: true,
        messageId: sent.messageId,
        provider,
        from: message.from,
        to: message.to,
        accepted: sent.accepted,
      };
      if (sent.rejected.length > 0) answer.rejected = sent.rejected;
      return answer;
    },
  };
}

type Chosen =
  | { provider: "resend"; url: string; key: string }
  | { provider: "smtp"; smtp: MailSettings["smtp"] & { host: string } }
  | { error: string };

async function choose(
  wanted: SendEmailParameters["provider"],
  { resend, smtp }: MailSettings,
  { secrets }: ServiceContext,
): Promise<Chosen> {
  if (wanted !== "smtp") {
    const key = await secretOrSetting(secrets, "RESEND_API_KEY", new URL(resend.url).hostname, resend.key);
    if (key !== undefined) return { provider: "resend", url: resend.url, key };
    if (wanted === "resend") return { error: "RESEND_API_KEY not set" };
  }
  const { host } = smtp;
  if (host !== undefined) {
    // The address and the account are the operator's, so a session's own secret has no part in it.
    if (smtp.user === undefined || smtp.password !== undefined) return { provider: "smtp", smtp: { ...smtp, host } };
  }
  return wanted === "smtp"
    ? { error: "SMTP credentials not configured. Set SMTP_HOST, SMTP_USER and SMTP_PASS." }
    : { error: "No email provider configured. Set RESEND_API_KEY, or SMTP_HOST with SMTP_USER and SMTP_PASS." };
}
