import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface SeenRequest {
  method: string;
  /** Path and query. */
  url: string;
  headers: IncomingMessage["headers"];
  body: string;
}

export interface LocalServer {
  /** `http://127.0.0.1:port` */
  origin: string;
  /** `127.0.0.1:port`, as the guarded fetch wants a private host named. */
  host: string;
  requests: SeenRequest[];
  /** Requests whose client went away before the answer was whole. */
  aborted: number;
  close(): Promise<void>;
}

/** A real HTTP server on loopback that keeps what it was sent. */
export async function localServer(
  answer: (request: SeenRequest, response: ServerResponse, incoming: IncomingMessage) => void,
): Promise<LocalServer> {
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => {
      const request = {
        method: incoming.method ?? "",
        url: incoming.url ?? "",
        headers: incoming.headers,
        body: Buffer.concat(chunks).toString(),
      };
      local.requests.push(request);
      answer(request, response, incoming);
    });
    response.on("close", () => {
      if (!response.writableFinished) local.aborted += 1;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const local: LocalServer = {
    origin: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    requests: [],
    aborted: 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return local;
}

export function sendJson(response: ServerResponse, value: unknown, status = 200, headers: Record<string, string> = {}) {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(typeof value === "string" ? value : JSON.stringify(value));
}
