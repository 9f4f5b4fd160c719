import "server-only";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A chunk of a Chat Completions stream, only as whole as a test wants it. */
export type Chunk = object | string;

export interface RawProvider {
  baseUrl: string;
  /** Bodies of the requests that came, parsed. */
  requests: unknown[];
  /** How many requests were given up by the client before they were answered. */
  aborted(): number;
  close(): Promise<void>;
}

/** A provider on a real socket that answers exactly the bytes a test gives it: for what a well-behaved fake cannot do. */
export async function startRawProvider(
  answer: (response: ServerResponse, attempt: number) => void,
): Promise<RawProvider> {
  const requests: unknown[] = [];
  let aborted = 0;
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (data) => {
      body += String(data);
    });
    request.on("end", () => {
      requests.push(JSON.parse(body));
      answer(response, requests.length);
    });
    response.on("close", () => {
      if (!response.writableFinished) aborted += 1;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    aborted: () => aborted,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Writes chunks as server-sent events; a string goes out as the data it is. */
export function sendChunks(response: ServerResponse, chunks: readonly Chunk[]): void {
  if (!response.headersSent) response.writeHead(200, { "content-type": "text/event-stream" });
  for (const chunk of chunks) {
    response.write(`data: ${typeof chunk === "string" ? chunk : JSON.stringify(chunk)}\n\n`);
  }
}

/** One choice's delta as a chunk. */
export function delta(content: object, finishReason: string | null = null): Chunk {
  return {
    id: "chatcmpl-1",
    object: "chat.completion.chunk",
    created: 1,
    model: "m",
    choices: [{ index: 0, delta: content, finish_reason: finishReason }],
  };
}
