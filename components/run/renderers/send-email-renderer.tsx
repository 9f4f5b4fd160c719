import type { JsonValue } from "@/lib/core/errors/json-value";
import { FactList } from "../fact-list";
import { type CallArguments, type CallRenderer, textArgument } from "./call-renderer";

/** A message as a mail program shows it; where it went as facts. A request keeps its exact arguments below. */
export const sendEmailRenderer: CallRenderer = {
  summary: (values) => {
    const to = addresses(values.to);
    const subject = textArgument(values, "subject");
    return to === undefined || subject === undefined ? undefined : `${to}: ${subject}`;
  },
  preview: drawMessage,
  result: (_text, _values, { value }) => {
    if (typeof value !== "object" || value === null || Array.isArray(value) || value.success !== true) return undefined;
    return (
      <FactList
        facts={[
          ["Sent to", addresses(value.accepted)],
          ["Refused for", addresses(value.rejected)],
          ["From", addresses(value.from)],
          ["By", typeof value.provider === "string" ? value.provider : undefined],
          ["Message", typeof value.messageId === "string" ? value.messageId : undefined],
        ]}
      />
    );
  },
};

function drawMessage(values: CallArguments) {
  const body = textArgument(values, "body");
  if (body === undefined) return undefined;
  return (
    <FactList
      facts={[
        ["From", addresses(values.from)],
        ["To", addresses(values.to)],
        ["Copies to", addresses(values.cc)],
        ["Hidden copies to", addresses(values.bcc)],
        ["Answers to", addresses(values.replyTo)],
        ["Subject", textArgument(values, "subject")],
        [values.html === true ? "HTML" : "Text", body],
      ]}
    />
  );
}

function addresses(value: JsonValue | undefined): string | undefined {
  if (typeof value === "string") return value;
  return Array.isArray(value) && value.length > 0 ? value.join(", ") : undefined;
}
