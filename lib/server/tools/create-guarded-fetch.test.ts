import type { LookupAddress } from "node:dns";
import type { AddressInfo } from "node:net";
import { createServer, type Server, type Socket } from "node:net";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { OutsideError } from "@/lib/core/tool/outside";
import { createGuardedFetch, type GuardedFetchOptions } from "./create-guarded-fetch";
import type { GuardedRequest } from "./guarded-fetch";

const servers: { server: Server; sockets: Set<Socket> }[] = [];

afterEach(() => {
  for (const { server, sockets } of servers.splice(0)) {
    for (const socket of sockets) socket.destroy();
    server.close();
  }
});

interface HostileServer {
  host: string;
  origin: string;
  /** What was sent, head and body, by connection. */
  heard: string[];
  /** Connections that the client closed. */
  closed: number;
}

/** Speaks whatever bytes it likes: a raw socket that answers once the head of a request is there. */
async function hostile(answer: (socket: Socket, head: string) => void): Promise<HostileServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    const index = hostileServer.heard.push("") - 1;
    let answered = false;
    socket.on("data", (data) => {
      hostileServer.heard[index] += data.toString("latin1");
      if (answered || !hostileServer.heard[index]?.includes("\r\n\r\n")) return;
      answered = true;
      answer(socket, hostileServer.heard[index]);
    });
    socket.on("error", () => {});
    socket.on("close", () => {
      hostileServer.closed += 1;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const hostileServer: HostileServer = { host, origin: `http://${host}`, heard: [], closed: 0 };
  servers.push({ server, sockets });
  return hostileServer;
}

const says = (text: string | Buffer) => (socket: Socket) => {
  socket.end(text);
};

function ok(body: string | Buffer, headers = ""): Buffer {
  return Buffer.concat([
    Buffer.from(`HTTP/1.1 200 OK\r\ncontent-length: ${Buffer.byteLength(body)}\r\n${headers}\r\n`),
    Buffer.from(body),
  ]);
}

function get(server: HostileServer | string, more: Partial<GuardedRequest> = {}, options: GuardedFetchOptions = {}) {
  const url = typeof server === "string" ? server : `${server.origin}/`;
  const opened = typeof server === "string" ? [] : [server.host];
  const fetch = createGuardedFetch({ privateHosts: opened, ...options });
  return fetch({ url, method: "GET", maxBytes: 100_000, timeoutMs: 5_000, ...more });
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "ok",
    (error: OutsideError) => error.code,
  );
}

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

describe("what may be reached", () => {
  it("is nothing private, by whatever name, without asking anybody for its address", async () => {
    const lookup = vi.fn(async () => [{ address: "1.1.1.1", family: 4 }]);
    for (const url of [
      "http://127.0.0.1:80/",
      "http://2130706433/",
      "http://[::1]/",
      "http://[::ffff:169.254.169.254]/",
      "http://localhost:3000/",
      "http://169.254.169.254/latest/meta-data/",
      "http://metadata.google.internal/",
      "https://user:password@example.com/",
      "http://example.com:22/",
      "file:///etc/passwd",
      "ftp://example.com/",
      "data:text/plain,hi",
      "javascript:alert(1)",
      "not a url",
      "",
    ]) {
      expect([url, await codeOf(get(url, {}, { lookup }))]).toEqual([url, "outside-refused"]);
    }
    expect(lookup).not.toHaveBeenCalled();
  });

  it("is no name that means a private address, nor one that means a public and a private one", async () => {
    const addresses = (...list: string[]): LookupAddress[] =>
      list.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
    for (const list of [["127.0.0.1"], ["10.1.2.3"], ["::1"], ["93.184.216.34", "169.254.169.254"], ["fe80::1%lo"]]) {
      const lookup = async () => addresses(...list);
      await expect(get("http://rebind.example.com/", {}, { lookup })).rejects.toMatchObject({
        code: "outside-refused",
        message: expect.stringContaining("rebind.example.com may not be reached: its address"),
      });
    }
    expect(await codeOf(get("http://nothing.example.com/", {}, { lookup: async () => [] }))).toBe(
      "outside-unreachable",
    );
  });

  it("connects to the very address that was looked at: a name that means another one a moment later changes nothing", async () => {
    const server = await hostile(says(ok("mine")));
    const port = new URL(server.origin).port;
    let asked = 0;
    const lookup = async () => [{ address: asked++ === 0 ? "127.0.0.1" : "127.0.0.2", family: 4 }];
    const privateHosts = [`moving.example.com:${port}`];
    const answer = await get(`http://moving.example.com:${port}/`, {}, { lookup, privateHosts });
    expect(text(answer.body)).toBe("mine");
    expect(asked).toBe(1);
    expect(server.heard[0]).toContain(`Host: moving.example.com:${port}`);
  });

  it("is narrowed by the operator and by the tool, at every redirect", async () => {
    const server = await hostile(says("HTTP/1.1 302 Found\r\nlocation: http://other.example.com/\r\n\r\n"));
    const lookup = async () => [{ address: "127.0.0.1", family: 4 }];
    for (const [operator, tool] of [
      [["api.example.com"], undefined],
      [undefined, ["api.example.com"]],
    ] as const) {
      const narrow = { lookup, ...(operator === undefined ? {} : { allowedHosts: operator }) };
      const asked = tool === undefined ? {} : { allowedHosts: tool };
      await expect(get(server, asked, { ...narrow, privateHosts: [server.host] })).rejects.toMatchObject({
        message: expect.stringContaining("127.0.0.1 is not one of the hosts"),
      });
    }
    expect(server.heard).toEqual([]);
    await expect(get(server, { allowedHosts: ["127.0.0.1"] })).rejects.toMatchObject({
      message: expect.stringContaining("other.example.com is not one of the hosts"),
    });
  });

  it("opens a private host for one port only", async () => {
    const server = await hostile(says(ok("in")));
    const closed = await hostile(says(ok("out")));
    expect(text((await get(server)).body)).toBe("in");
    expect(await codeOf(get(closed, {}, { privateHosts: [server.host] }))).toBe("outside-refused");
    expect(closed.heard).toEqual([]);
  });
});

describe("redirects", () => {
  const to = (location: string, status = 302) => `HTTP/1.1 ${status} Go\r\nlocation: ${location}\r\n\r\n`;

  it.each([
    "http://169.254.169.254/latest/meta-data/",
    "http://localhost/",
    "http://0x7f.1/",
    "//[::1]/",
    "file:///etc/passwd",
    "http://user:password@127.0.0.1/",
  ])("to %s are refused like a first request", async (location) => {
    const server = await hostile(says(to(location)));
    expect(await codeOf(get(server))).toBe("outside-refused");
  });

  it("are followed five times, and to nothing that is no URL", async () => {
    const loop = await hostile(says(to("/again")));
    await expect(get(loop)).rejects.toMatchObject({ code: "outside-unreachable", message: /redirected more than 5/ });
    expect(loop.heard).toHaveLength(6);
    const nowhere = await hostile(says(to("http://")));
    expect(await codeOf(get(nowhere))).toBe("outside-unreachable");
    expect(await get(loop, { maxRedirects: 0 })).toMatchObject({ status: 302 });
  });

  it.each([
    [301, "POST", "GET"],
    [302, "POST", "GET"],
    [303, "PUT", "GET"],
    [303, "HEAD", "HEAD"],
    [302, "PUT", "PUT"],
    [307, "POST", "POST"],
    [308, "DELETE", "DELETE"],
  ])("with %i after %s go on with %s", async (status, method, next) => {
    const server = await hostile((socket, head) => socket.end(head.includes(" /end ") ? ok("") : to("/end", status)));
    const sent = method === "HEAD" ? {} : { body: "x=1", headers: { "content-type": "text/plain" } };
    const answer = await get(server, { method, ...sent });
    expect(answer.url).toBe(`${server.origin}/end`);
    expect(server.heard[1]?.split(" ")[0]).toBe(next);
    const carries = next !== "GET" && next !== "HEAD";
    expect(server.heard[1]?.includes("x=1")).toBe(carries);
    expect(server.heard[1]?.toLowerCase().includes("content-type")).toBe(carries);
  });

  it("take no credential to another origin, under whatever name it stands, and no body", async () => {
    const other = await hostile(says(ok("")));
    const server = await hostile(says(to(`${other.origin}/x`, 307)));
    const privateHosts = [server.host, other.host];
    const headers = { Authorization: "Bearer s", Cookie: "a=b", "X-Api-Key": "s", Accept: "text/plain" };
    await get(server, { headers }, { privateHosts });
    expect(server.heard[0]).toMatch(/x-api-key: s/i);
    expect(other.heard[0]).toMatch(/accept: text\/plain/i);
    expect(other.heard[0]).not.toMatch(/authorization|cookie|x-api-key/i);
    expect(await codeOf(get(server, { method: "POST", body: "secret" }, { privateHosts }))).toBe("outside-refused");
    expect(other.heard).toHaveLength(1);
  });
});

describe("a hostile server", () => {
  it("that drips its head, or its body, is left when the time is up", async () => {
    const drip = (start: string) => (socket: Socket) => {
      socket.write(start);
      const timer = setInterval(() => socket.write("x"), 10);
      socket.on("close", () => clearInterval(timer));
    };
    for (const start of ["HTTP/1.1 200 OK\r\nx-slow: ", "HTTP/1.1 200 OK\r\ncontent-length: 99999\r\n\r\n"]) {
      const server = await hostile(drip(start));
      const began = performance.now();
      await expect(get(server, { timeoutMs: 200 })).rejects.toMatchObject({
        code: "outside-timeout",
        message: expect.stringContaining("within 200 ms"),
      });
      expect(performance.now() - began).toBeLessThan(2_000);
      await expect.poll(() => server.closed).toBe(1);
    }
  });

  it("that never answers is left when the caller stops", async () => {
    const server = await hostile(() => {});
    const controller = new AbortController();
    const asking = get(server, { signal: controller.signal });
    await expect.poll(() => server.heard.length).toBe(1);
    controller.abort();
    await expect(asking).rejects.toMatchObject({ code: "outside-stopped" });
    await expect.poll(() => server.closed).toBe(1);
  });

  it("with an endless body is read up to the limit and left", async () => {
    const server = await hostile((socket) => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      const more = () => {
        while (!socket.destroyed && socket.write("y".repeat(65_536)));
      };
      socket.on("drain", more);
      more();
    });
    const answer = await get(server, { maxBytes: 10_000 });
    expect(answer).toMatchObject({ truncated: true });
    expect(text(answer.body)).toBe("y".repeat(10_000));
    await expect.poll(() => server.closed).toBe(1);
  });

  it("with a bomb of 1 GB in 1 MB costs no more than the limit, in one layer or in two", async () => {
    const part = gzipSync(Buffer.alloc(16 * 1024 * 1024));
    const bomb = Buffer.concat(Array.from({ length: 64 }, () => part));
    const layered = gzipSync(bomb);
    for (const [body, encoding] of [
      [bomb, "gzip"],
      [layered, "gzip, gzip"],
    ] as const) {
      const server = await hostile(says(ok(body, `content-encoding: ${encoding}\r\n`)));
      const before = process.memoryUsage().arrayBuffers;
      const answer = await get(server, { maxBytes: 50_000 });
      expect(answer).toMatchObject({ truncated: true, body: expect.objectContaining({ byteLength: 50_000 }) });
      expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(32 * 1024 * 1024);
    }
    const many = await hostile(says(ok(layered, "content-encoding: gzip, gzip, gzip\r\n")));
    await expect(get(many)).rejects.toMatchObject({ code: "outside-unreachable", message: /packed 3 times/ });
  });

  it.each([
    ["a head that is no HTTP", "SSH-2.0-OpenSSH_9.2\r\n\r\n"],
    ["a header without a name", "HTTP/1.1 200 OK\r\n: x\r\n\r\n"],
    ["two lengths that differ", "HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab"],
    ["a length and chunks", "HTTP/1.1 200 OK\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n"],
    ["a chunk that is none", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n"],
    ["headers beyond 32 kB", `HTTP/1.1 200 OK\r\nx: ${"y".repeat(40_000)}\r\n\r\n`],
    ["a body that ends too soon", "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nshort"],
    ["packed bytes that are none", "HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 4\r\n\r\nnope"],
    [
      "packed bytes that end too soon",
      Buffer.concat([
        Buffer.from("HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 99\r\n\r\n"),
        gzipSync("x".repeat(999)).subarray(0, 12),
      ]),
    ],
    ["a way out of HTTP", "HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n"],
    ["nothing at all", ""],
  ])("that answers with %s is a failure in words", async (_what, bytes) => {
    const server = await hostile(says(bytes));
    await expect(get(server)).rejects.toMatchObject({
      code: "outside-unreachable",
      message: expect.stringMatching(/^127\.0\.0\.1:\d+ .*\.$/),
    });
  });

  it("that resets in the middle of the body is a failure in words", async () => {
    const server = await hostile((socket) => {
      socket.write("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nshort", () => socket.resetAndDestroy());
    });
    await expect(get(server)).rejects.toMatchObject({ code: "outside-unreachable", message: /the connection broke/ });
  });
});

describe("what comes and goes", () => {
  it("keeps every header in its order, repeated ones apart, and unpacks the body", async () => {
    const headers = "Set-Cookie: a=1\r\nX-A: 1\r\nset-cookie: b=2\r\ncontent-encoding: br\r\n";
    const server = await hostile(says(ok(brotliCompressSync("packed"), headers)));
    const answer = await get(server);
    expect(text(answer.body)).toBe("packed");
    expect(answer.headers.filter(([name]) => name !== "content-length")).toEqual([
      ["set-cookie", "a=1"],
      ["x-a", "1"],
      ["set-cookie", "b=2"],
      ["content-encoding", "br"],
    ]);
  });

  it("takes a body for none where HTTP has none, whatever the headers say", async () => {
    for (const [method, status] of [
      ["HEAD", "200 OK"],
      ["GET", "204 No Content"],
      ["GET", "304 Not Modified"],
    ]) {
      const server = await hostile(says(`HTTP/1.1 ${status}\r\ncontent-length: 50\r\ncontent-encoding: gzip\r\n\r\n`));
      expect(await get(server, { method })).toMatchObject({ body: new Uint8Array(), truncated: false });
    }
  });

  it("sends a body by its bytes, and lets nobody say how it travels or to whom", async () => {
    const server = await hostile(says(ok("")));
    const headers = {
      Host: "evil.example.com",
      "Content-Length": "1",
      "Transfer-Encoding": "chunked",
      Expect: "100-continue",
    };
    await get(server, { method: "post", headers, body: "ü" });
    expect(server.heard[0]).toMatch(/^POST \/ HTTP\/1\.1\r\n/);
    expect(server.heard[0]?.toLowerCase()).toMatch(/content-length: 2\r\n/);
    expect(server.heard[0]?.toLowerCase()).not.toMatch(/evil|chunked|expect/);
    for (const [name, value] of [
      ["a\r\nb", "x"],
      ["x-a", "1\r\nx-b: 2"],
    ] as const) {
      expect(await codeOf(get(server, { headers: { [name]: value } }))).not.toBe("ok");
    }
    expect(await codeOf(get(server, { method: "GET /x HTTP/1.1\r\nx" }))).not.toBe("ok");
  });
});
