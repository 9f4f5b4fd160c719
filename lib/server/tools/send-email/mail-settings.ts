import "server-only";
import { z } from "zod";
import { baseUrl, optionalVariable, readOperatorSettings } from "../operator-settings";

const schema = z
  .object({
    RESEND_API_KEY: optionalVariable(z.string()),
    RESEND_FROM: optionalVariable(z.string()),
    TOOLWRIGHT_RESEND_URL: baseUrl("https://api.resend.com"),
    SMTP_HOST: optionalVariable(z.string()),
    SMTP_PORT: optionalVariable(z.coerce.number().int().min(1).max(65_535)),
    SMTP_USER: optionalVariable(z.string()),
    SMTP_PASS: optionalVariable(z.string()),
    SMTP_FROM: optionalVariable(z.string()),
    /** `none` only for a relay on the same machine or network: the password and the mail travel as they are. */
    SMTP_TLS: optionalVariable(z.enum(["required", "opportunistic", "none"])),
  })
  .transform((values) => ({
    resend: {
      key: values.RESEND_API_KEY,
      url: values.TOOLWRIGHT_RESEND_URL,
      from: values.RESEND_FROM ?? "onboarding@resend.dev",
    },
    smtp: {
      host: values.SMTP_HOST,
      port: values.SMTP_PORT ?? 587,
      user: values.SMTP_USER,
      password: values.SMTP_PASS,
      from: values.SMTP_FROM ?? values.SMTP_USER,
      tls: values.SMTP_TLS ?? "required",
    },
  }));
export type MailSettings = z.output<typeof schema>;

/** How the operator sends mail. The server that is connected to is the operator's choice alone. */
export function readMailSettings(source: Readonly<Record<string, string | undefined>>): MailSettings {
  return readOperatorSettings(schema, source);
}
