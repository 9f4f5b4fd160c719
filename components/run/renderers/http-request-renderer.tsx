import type { JsonValue } from "@/lib/core/errors/json-value";
import { HttpAnswer } from "../http-answer";
import { type CallRenderer, textArgument } from "./call-renderer";

/** The answer as a browser's tools show it: status line, headers folded, body. A request stays exact. */
export const httpRequestRenderer: CallRenderer = {
  summary: (values) => {
    const url = textArgument(values, "url");
    return url === undefined ? undefined : `${textArgument(values, "method") ?? "GET"} ${url}`;
  },
  result: (_text, _values, { value }) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
    const { status, statusText, headers, body, truncated, url, method, encoding } = value;
    if (typeof status !== "number" || typeof body !== "string" || typeof url !== "string") return undefined;
    return (
      <HttpAnswer
        status={status}
        statusText={typeof statusText === "string" ? statusText : ""}
        request={typeof method === "string" ? `${method} ${url}` : url}
        headers={headerLines(headers)}
        body={body}
        isBinary={encoding === "base64"}
        isCut={truncated === true}
      />
    );
  },
};

/** A header that came several times stands on several lines. */
function headerLines(headers: JsonValue | undefined): [name: string, value: string][] {
  if (typeof headers !== "object" || headers === null || Array.isArray(headers)) return [];
  return Object.entries(headers).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one): [string, string] => [name, String(one)]),
  );
}
