import type { IncomingMessage, ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { httpRequestParameters } from "@/lib/builtin/http-request";
import { CANARY, CANARY_BEGIN, canaryAcross, canaryRedactor } from "../testing/canary";
import { type LocalServer, localServer, type SeenRequest } from "../testing/local-server";
import { type ServiceContextOptions, serviceContext } from "../testing/service-context";
import { httpRequestService } from "./http-request-service";

const servers: LocalServer[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function serve(answer: (request: SeenRequest, response: ServerResponse, incoming: IncomingMessage) => void) {
  const server = await localServer(answer);
  servers.push(server);
  return server;
}

function ask(input: object, options: ServiceContextOptions = {}) {
  const context = serviceContext({ privateHosts: servers.map(({ host }) => host), ...options });
  return httpRequestService.execute(httpRequestParameters.parse(input), context);
}

describe("http_request", () => {
  it("gives status, headers and body, and sends what it was told", async () => {
    const server = await serve((_request, response) => {
      response.writeHead(201, "Made", { "content-type": "text/plain", "x-a": "1" });
      response.end("hello");
    });
    const url = `${server.origin}/things?x=1`;
    expect(await ask({ url, method: "POST", headers: { "X-B": "2" }, body: "in" })).toMatchObject({
      status: 201,
      statusText: "Made",
      headers: { "x-a": "1" },
      body: "hello",
      truncated: false,
      url,
      method: "POST",
    });
    expect(server.requests).toMatchObject([
      { method: "POST", url: "/things?x=1", body: "in", headers: { "x-b": "2" } },
    ]);
  });

  it("sends a body with POST, PUT and PATCH only", async () => {
    const server = await serve((_request, response) => response.end());
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
      await ask({ url: server.origin, method, body: "b" });
    }
    expect(server.requests.map(({ method, body }) => [method, body])).toEqual([
      ["GET", ""],
      ["POST", "b"],
      ["PUT", "b"],
      ["PATCH", "b"],
      ["DELETE", ""],
      ["OPTIONS", ""],
    ]);
  });

  it("leaves JSON as it was sent, every digit of it", async () => {
    const json = '{"id": 12345678901234567890, "price": 1.10}';
    const server = await serve((_request, response) => {
      response.setHeader("content-type", "application/json");
      response.end(json);
    });
    expect(await ask({ url: server.origin })).toMatchObject({ body: json });
  });

  it("is at ease with HEAD of a JSON document and with 204", async () => {
    const server = await serve((request, response) => {
      response.writeHead(request.method === "HEAD" ? 200 : 204, { "content-type": "application/json" });
      response.end();
    });
    expect(await ask({ url: server.origin, method: "HEAD" })).toMatchObject({ status: 200, body: "", method: "HEAD" });
    expect(await ask({ url: server.origin, method: "DELETE" })).toMatchObject({ status: 204, body: "" });
  });

  it("keeps every cookie, and joins other repeated headers as HTTP reads them", async () => {
    const server = await serve((_request, response) => {
      response.setHeader("set-cookie", ["a=1; Expires=Wed, 09 Jun 2027 10:18:14 GMT", "b=2"]);
      response.setHeader("vary", ["accept", "origin"]);
      response.end();
    });
    expect(await ask({ url: server.origin })).toMatchObject({
      headers: { "set-cookie": ["a=1; Expires=Wed, 09 Jun 2027 10:18:14 GMT", "b=2"], vary: "accept, origin" },
    });
  });

  it("cuts the body at 100,000 characters without splitting one, and reads no more than it needs", async () => {
    const server = await serve((request, response) => {
      response.setHeader("content-type", "text/plain; charset=utf-8");
      if (request.url === "/exact") return response.end("x".repeat(100_000));
      if (request.url === "/emoji") return response.end(`x${"🎉".repeat(60_000)}`);
      response.on("error", () => {});
      const more = () => {
        while (!response.destroyed && response.write("y".repeat(65_536)));
      };
      response.on("drain", more);
      more();
    });
    expect(await ask({ url: `${server.origin}/exact` })).toMatchObject({ truncated: false });
    const emoji = (await ask({ url: `${server.origin}/emoji` })) as { body: string; truncated: boolean };
    expect(emoji.truncated).toBe(true);
    expect(emoji.body).toBe(`x${"🎉".repeat(49_999)}`);
    const endless = (await ask({ url: `${server.origin}/endless` })) as { body: string; truncated: boolean };
    expect(endless).toMatchObject({ truncated: true, body: "y".repeat(100_000) });
    await expect.poll(() => server.aborted).toBe(1);
  });

  it("reads a declared charset, unpacks the body, and gives what is no text as base64", async () => {
    const server = await serve((request, response) => {
      if (request.url === "/latin") {
        response.setHeader("content-type", "text/plain; charset=ISO-8859-1");
        return response.end(Buffer.from([0x63, 0x61, 0x66, 0xe9]));
      }
      if (request.url === "/gzip") {
        response.writeHead(200, { "content-type": "text/plain", "content-encoding": "gzip" });
        return response.end(gzipSync("packed"));
      }
      response.setHeader("content-type", "application/octet-stream");
      response.end(Buffer.from([0, 255, 1]));
    });
    expect(await ask({ url: `${server.origin}/latin` })).toMatchObject({ body: "café" });
    expect(await ask({ url: `${server.origin}/gzip` })).toMatchObject({ body: "packed" });
    expect(await ask({ url: `${server.origin}/bytes` })).toMatchObject({ body: "AP8B", encoding: "base64" });
  });

  it("keeps no half of a value that a cut goes through", async () => {
    const server = await serve(({ url }, response) => {
      if (url === "/bytes") return response.end(Buffer.from(`\xff\0${canaryAcross(74_998, 200_000)}`, "latin1"));
      response.end(canaryAcross(100_000, 200_000));
    });
    const answer = async (path: string) =>
      (await ask({ url: `${server.origin}${path}` }, { redactor: canaryRedactor })) as {
        body: string;
        truncated: boolean;
      };
    const text = await answer("/text");
    expect(text).toMatchObject({ truncated: true, body: "x".repeat(100_000 - CANARY.length / 2) });
    const bytes = await answer("/bytes");
    expect(bytes.truncated).toBe(true);
    expect(Buffer.from(bytes.body, "base64").toString("latin1")).not.toContain(CANARY_BEGIN);
  });

  it("gives the address that answered after redirects", async () => {
    const server = await serve((request, response) => {
      if (request.url === "/from") response.writeHead(302, { location: "/to" });
      response.end(request.url);
    });
    const answer = await ask({ url: `${server.origin}/from` });
    expect(answer).toMatchObject({ status: 200, body: "/to", url: `${server.origin}/to` });
  });

  it("counts the body into the timeout, and says so in the documented words", async () => {
    const server = await serve((_request, response) => {
      response.write("begin");
    });
    const began = performance.now();
    expect(await ask({ url: server.origin, timeout: 1_000 })).toEqual({
      error: "Request timed out after 1000ms",
      url: server.origin,
      method: "GET",
    });
    expect(performance.now() - began).toBeLessThan(2_000);
    await expect.poll(() => server.aborted).toBe(1);
  });

  it("ends when the call is stopped", async () => {
    const server = await serve((_request, response) => {
      response.write("begin");
    });
    const controller = new AbortController();
    const asking = ask({ url: server.origin }, { signal: controller.signal });
    await expect.poll(() => server.requests.length).toBe(1);
    controller.abort();
    expect(await asking).toMatchObject({ error: "Request aborted" });
  });

  it("refuses private hosts, and hosts that the author's options do not name", async () => {
    const server = await serve((_request, response) => response.end());
    const refused = expect.stringMatching(/^Refused to reach http/);
    for (const url of [
      "http://127.0.0.1:9/",
      "http://localhost/",
      "http://169.254.169.254/latest/meta-data",
      "http://[::1]/",
    ]) {
      expect(await ask({ url })).toMatchObject({ error: refused });
    }
    const settings = { allowedHosts: ["api.example.com"] };
    expect(await ask({ url: server.origin }, { settings })).toMatchObject({ error: refused });
    await expect(ask({ url: server.origin }, { settings: { allowedHosts: "*" } })).rejects.toMatchObject({
      code: "outside-refused",
    });
    expect(server.requests).toEqual([]);
  });

  it("says that nobody answers", async () => {
    const gone = await localServer(() => {});
    await gone.close();
    const answer = await ask({ url: gone.origin }, { privateHosts: [gone.host] });
    expect(answer).toMatchObject({ error: expect.stringContaining("nothing answers there"), method: "GET" });
  });

  it("puts a granted secret into headers and body for its host, and sends nothing while a handle is left", async () => {
    const server = await serve((_request, response) => response.end());
    const granted = {
      KEY: { value: "s3cret", target: "127.0.0.1" },
      OTHER: { value: "no", target: "api.example.com" },
    };
    const url = server.origin;
    await ask(
      { url, method: "POST", headers: { Authorization: "Bearer {{secret:KEY}}" }, body: '{"k":"{{secret:KEY}}"}' },
      { granted },
    );
    expect(server.requests).toMatchObject([{ headers: { authorization: "Bearer s3cret" }, body: '{"k":"s3cret"}' }]);
    expect(await ask({ url, headers: { "x-key": "{{secret:OTHER}}" } }, { granted })).toEqual({
      error: 'The secret "OTHER" is not granted to this tool for 127.0.0.1',
      url,
      method: "GET",
    });
    expect(server.requests).toHaveLength(1);
  });

  it("does not carry a secret to another host, whatever the header is called", async () => {
    const other = await serve((_request, response) => response.end("other"));
    const server = await serve((_request, response) => {
      response.writeHead(302, { location: `${other.origin}/away` });
      response.end();
    });
    const granted = { KEY: { value: "s3cret", target: "127.0.0.1" } };
    await ask({ url: server.origin, headers: { "x-api-key": "{{secret:KEY}}" } }, { granted });
    expect(JSON.stringify(server.requests)).toContain("s3cret");
    expect(other.requests).toHaveLength(1);
    expect(JSON.stringify(other.requests)).not.toContain("s3cret");
  });

  it("asks a person for every method that may change something", () => {
    const asks = (method: string) =>
      httpRequestService.needsApproval(httpRequestParameters.parse({ url: "https://a.example", method }));
    expect(["GET", "HEAD", "OPTIONS"].map(asks)).toEqual([false, false, false]);
    expect(["POST", "PUT", "PATCH", "DELETE"].map(asks)).toEqual([true, true, true, true]);
  });

  it("takes no header that would begin another one, and no address but http and https", () => {
    const url = "https://a.example";
    for (const input of [
      { url, headers: { "x-a": "1\r\nx-b: 2" } },
      { url, headers: { "x-a: 1\r\nx-b": "2" } },
      { url: "file:///etc/passwd" },
      { url: "javascript:alert(1)" },
      { url, timeout: 999 },
      { url, timeout: 60_001 },
      { url, method: "TRACE" },
    ]) {
      expect(httpRequestParameters.safeParse(input).success).toBe(false);
    }
  });
});
