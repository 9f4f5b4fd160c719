import type { ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { createRedactor } from "@/lib/core/redact/redactor";
import {
  type FetchRequest,
  fetchAnswerSchema,
  fetchNeedsApproval,
  fetchRequestSchema,
} from "@/lib/core/tool/fetch-request";
import { canaryAcross, canaryRedactor } from "../testing/canary";
import { type LocalServer, localServer, type SeenRequest } from "../testing/local-server";
import { type ServiceContextOptions, serviceContext } from "../testing/service-context";
import { fetchService } from "./fetch-service";

const servers: LocalServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function serve(answer: (request: SeenRequest, response: ServerResponse) => void) {
  const server = await localServer(answer);
  servers.push(server);
  return server;
}

async function ask(request: Partial<FetchRequest> & { url: string }, options: ServiceContextOptions = {}) {
  const input = fetchRequestSchema.parse({ method: "GET", headers: [], redirect: "follow", ...request });
  const context = serviceContext({ privateHosts: servers.map(({ host }) => host), ...options });
  return fetchAnswerSchema.parse(await fetchService.execute(input, context));
}

const redactor = createRedactor({ secrets: [{ name: "KEY", value: "s3cret" }] });
const granted = { KEY: { value: "s3cret/&?", target: "127.0.0.1" } };

describe("the service behind fetch", () => {
  it("is open for reading, and for everything else only in a call that a person approved", () => {
    for (const method of ["GET", "get", "HEAD"]) expect(fetchNeedsApproval({ method })).toBe(false);
    for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND", "GETS"]) {
      expect(fetchNeedsApproval({ method })).toBe(true);
    }
    expect(fetchService).toMatchObject({ openTo: "any-call", approvalOf: "call" });
  });

  it.each(["CONNECT", "trace", "TRACK", "GET /x", "GET\r\nx: y", ""])("takes no method %j", (method) => {
    const request = { url: "https://a.example", headers: [], redirect: "follow", method };
    expect(fetchRequestSchema.safeParse(request).success).toBe(false);
  });

  it("gives text as text and other bytes as base64, and takes both", async () => {
    const server = await serve((request, response) => {
      response.end(request.url === "/bytes" ? Buffer.from([0, 255, 254]) : request.body);
    });
    expect((await ask({ url: `${server.origin}/bytes` })).body).toEqual({ base64: "AP/+" });
    const body = { base64: btoa("ü") };
    expect((await ask({ url: server.origin, method: "POST", body: { text: "\uFEFFü" } })).body).toEqual({
      text: "\uFEFFü",
    });
    await ask({ url: server.origin, method: "POST", body });
    expect(server.requests).toHaveLength(3);
    await expect(ask({ url: server.origin, method: "POST", body: { base64: "?" } })).rejects.toMatchObject({
      code: "outside-invalid-input",
    });
  });

  it("reads 5 MB of a body and says that there is more", async () => {
    const server = await serve((_request, response) => response.end("x".repeat(5_000_001)));
    const answer = await ask({ url: server.origin });
    expect(answer.truncated).toBe(true);
    expect(answer.body).toEqual({ text: "x".repeat(5_000_000) });
  });

  it("puts a granted secret into address, headers and body for its host, whole and as one part of the address", async () => {
    const server = await serve((_request, response) => response.end());
    await ask(
      {
        // As a Request writes it: braces are encoded in the path and not in the query.
        url: `${server.origin}/a/%7B%7Bsecret:KEY%7D%7D?key={{secret:KEY}}&b=1`,
        method: "POST",
        headers: [["authorization", "Bearer {{secret:KEY}}"]],
        body: { text: "k={{secret:KEY}}" },
      },
      { granted },
    );
    expect(server.requests).toMatchObject([
      {
        url: "/a/s3cret%2F%26%3F?key=s3cret%2F%26%3F&b=1",
        headers: { authorization: "Bearer s3cret/&?" },
        body: "k=s3cret/&?",
      },
    ]);
  });

  it("sends nothing while a handle is left, and lets none stand in the host", async () => {
    const server = await serve((_request, response) => response.end());
    for (const request of [
      { url: `${server.origin}/?k={{secret:OTHER}}` },
      { url: server.origin, headers: [["x-key", "{{secret:OTHER}}"]] as [string, string][] },
      { url: server.origin, method: "POST", body: { text: "{{secret:OTHER}}" } },
    ]) {
      await expect(ask(request, { granted })).rejects.toMatchObject({
        code: "outside-refused",
        message: 'The secret "OTHER" is not granted to this tool for 127.0.0.1.',
      });
    }
    await expect(ask({ url: "http://{{secret:KEY}}.example.com/" }, { granted })).rejects.toMatchObject({
      code: "outside-invalid-input",
    });
    expect(server.requests).toEqual([]);
  });

  it("takes secrets out of bytes that are no text, where they can still be read", async () => {
    const server = await serve((_request, response) =>
      response.end(Buffer.concat([Buffer.from([255, 0]), Buffer.from("s3cret"), Buffer.from([254])])),
    );
    const { body } = await ask({ url: server.origin }, { redactor });
    expect("base64" in body && Buffer.from(body.base64, "base64").toString("latin1")).toBe("\xff\0[REDACTED:KEY]\xfe");
  });

  it("keeps no half of a value that the end of the largest body goes through", async () => {
    const server = await serve(({ url }, response) => {
      const text = canaryAcross(url === "/bytes" ? 4_999_998 : 5_000_000, 6_000_000);
      response.end(url === "/bytes" ? Buffer.from(`\xff\0${text}`, "latin1") : text);
    });
    const { body, truncated } = await ask({ url: server.origin }, { redactor: canaryRedactor });
    expect(truncated).toBe(true);
    expect("text" in body && body.text.slice(-20)).toBe("x".repeat(20));
    const bytes = (await ask({ url: `${server.origin}/bytes` }, { redactor: canaryRedactor })).body;
    expect("base64" in bytes && Buffer.from(bytes.base64, "base64").toString("latin1").slice(-20)).toBe("x".repeat(20));
  });

  it("gives a text as text whose last character the end of the largest body goes through", async () => {
    const server = await serve((_request, response) => response.end(`x${"é".repeat(3_000_000)}`));
    const { body } = await ask({ url: server.origin });
    expect("text" in body && body.text.slice(-2)).toBe("éé");
  });

  it("says in words that a status is none", async () => {
    const odd = createServer((socket) => socket.end("HTTP/1.1 999 Denied\r\ncontent-length: 0\r\n\r\n"));
    await new Promise<void>((resolve) => odd.listen(0, "127.0.0.1", resolve));
    const host = `127.0.0.1:${(odd.address() as AddressInfo).port}`;
    await expect(ask({ url: `http://${host}/` }, { privateHosts: [host] })).rejects.toMatchObject({
      code: "outside-unreachable",
      message: `${host} answered with 999, which is no status of HTTP.`,
    });
    odd.close();
  });
});
