import { Badge, type BadgeTone } from "../ui/badge";
import { formatBytes } from "../ui/format-bytes";
import { JsonTree } from "../ui/json-tree";
import { renderVisible } from "../ui/render-visible";
import { TextPieces } from "./text-pieces";

export interface HttpAnswerProps {
  status: number;
  statusText: string;
  /** Method and address, after every redirect. */
  request: string;
  headers: [name: string, value: string][];
  body: string;
  /** The body is base64, because its bytes are no text. */
  isBinary: boolean;
  isCut: boolean;
}

/** One answer of a web server. A body that is JSON is drawn as a tree. */
export function HttpAnswer({ status, statusText, request, headers, body, isBinary, isCut }: HttpAnswerProps) {
  const tree = isBinary ? undefined : jsonBody(headers, body);
  return (
    <div className="divide-y text-xs">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 px-3 py-1.5">
        <Badge tone={toneOf(status)}>
          {status} {renderVisible(statusText)}
        </Badge>
        <span className="min-w-0 flex-1 basis-56 font-mono [overflow-wrap:anywhere]">{renderVisible(request)}</span>
      </p>
      {headers.length === 0 ? null : (
        <details className="px-3 py-1">
          <summary className="cursor-pointer py-0.5 text-muted-foreground">
            {headers.length === 1 ? "1 header" : `${headers.length} headers`}
          </summary>
          <dl className="grid grid-cols-[minmax(6rem,auto)_minmax(0,1fr)] gap-x-3 py-1 font-mono leading-5">
            {headers.map(([name, value], index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the headers of one answer never move, and may repeat
              <div className="contents" key={index}>
                <dt className="max-w-48 text-muted-foreground [overflow-wrap:anywhere]">{renderVisible(name)}</dt>
                <dd className="[overflow-wrap:anywhere]">{renderVisible(value)}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
      {body === "" ? (
        <p className="px-3 py-1.5 text-muted-foreground">The answer has no body.</p>
      ) : isBinary ? (
        <p className="px-3 py-1.5 text-muted-foreground">
          {formatBytes(Math.floor((body.replace(/=+$/, "").length * 3) / 4))} that are no text. They are in the JSON, as
          base64.
        </p>
      ) : tree === undefined ? (
        <TextPieces text={body} />
      ) : (
        <div className="py-1 pr-2">
          <JsonTree bare value={tree} label="Body" openDepth={2} />
        </div>
      )}
      {isCut ? (
        <p className="px-3 py-1.5 text-muted-foreground">The body is longer; only its beginning was read.</p>
      ) : null}
    </div>
  );
}

function toneOf(status: number): BadgeTone {
  if (status >= 400) return "bad";
  return status >= 200 && status < 300 ? "good" : "neutral";
}

/** Only an object or a list gains by being a tree. */
function jsonBody(headers: HttpAnswerProps["headers"], body: string): object | undefined {
  const type = headers.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "";
  if (!/[/+]json\b/i.test(type)) return undefined;
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
