import "server-only";
import { createTransport } from "nodemailer";
import type { MailSettings } from "./mail-settings";
import type { Message } from "./message";

export type Sent =
  | { ok: true; messageId: string; accepted: string[]; rejected: string[] }
  | { ok: false; error: string };

export interface SmtpOptions {
  timeoutMs: number;
  signal: AbortSignal;
}

const TLS_PORT = 465;

/** Hands one message to the operator's server, over a connection of its own that is closed whatever happens. */
export async function sendBySmtp(
  message: Message,
  smtp: MailSettings["smtp"] & { host: string },
  { timeoutMs, signal }: SmtpOptions,
): Promise<Sent> {
  if (signal.aborted) return { ok: false, error: "Sending was stopped before it began" };
  const secure = smtp.port === TLS_PORT;
  const transport = createTransport({
    host: smtp.host,
    port: smtp.port,
    secure,
    requireTLS: smtp.tls === "required" && !secure,
    ignoreTLS: smtp.tls === "none",
    ...(smtp.user === undefined ? {} : { auth: { user: smtp.user, pass: smtp.password ?? "" } }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // Nothing of the message is ever read from a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  let end = (_error: string) => {};
  const ended = new Promise<Sent>((resolve) => {
    end = (error) => resolve({ ok: false, error });
  });
  const timer = setTimeout(
    () => end(`Sending timed out after ${timeoutMs}ms; the message may have been sent`),
    timeoutMs,
  );
  const onAbort = () => end("Sending was stopped; the message may have been sent");
  signal.addEventListener("abort", onAbort, { once: true });
  const sending = transport
    .sendMail({
      from: message.from,
      to: message.to,
      cc: message.cc,
      bcc: message.bcc,
      ...(message.replyTo === undefined ? {} : { replyTo: message.replyTo }),
      subject: message.subject,
      ...(message.html ? { html: message.body } : { text: message.body }),
    })
    .then(
      (info): Sent => ({
        ok: true,
        messageId: info.messageId,
        accepted: (info.accepted ?? []).map(addressText),
        rejected: (info.rejected ?? []).map(addressText),
      }),
      (error: unknown): Sent => ({ ok: false, error: failureText(error) }),
    );
  try {
    return await Promise.race([sending, ended]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", onAbort);
    transport.close();
  }
}

function addressText(address: string | { address: string }): string {
  return typeof address === "string" ? address : address.address;
}

/** What the server said, without where it is and as whom we came. */
function failureText(error: unknown): string {
  const { code, response, responseCode, message } = error as {
    code?: string;
    response?: string;
    responseCode?: number;
    message?: string;
  };
  switch (code) {
    case "EAUTH":
      return "The mail server refused the operator's credentials";
    case "EENVELOPE":
      return `The mail server refused the recipients: ${response ?? message ?? ""}`.trim();
    case "ETLS":
      return "The mail server does not offer an encrypted connection";
    case "ETIMEDOUT":
      return "The mail server did not answer in time";
    case "ESOCKET":
    case "ECONNECTION":
    case "ECONNREFUSED":
    case "EDNS":
      return "The connection to the mail server failed; the message may not have been sent";
    default:
      return response === undefined
        ? `The message could not be sent${code === undefined ? "" : ` (${code})`}`
        : `The mail server refused the message: ${responseCode === undefined ? "" : `${responseCode} `}${response}`;
  }
}
