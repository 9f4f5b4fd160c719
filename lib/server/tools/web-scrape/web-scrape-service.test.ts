import { mkdtempSync, rmSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { webScrapeParameters } from "@/lib/builtin/web-scrape";
import { buildPageReader } from "../../../../scripts/build-page-reader.mjs";
import { CANARY, CANARY_BEGIN, canaryAcross, canaryRedactor } from "../testing/canary";
import { type LocalServer, localServer, type SeenRequest } from "../testing/local-server";
import { type ServiceContextOptions, serviceContext } from "../testing/service-context";
import { PageReader } from "./page-reader";
import { createWebScrapeService } from "./web-scrape-service";

let folder = "";
let file = "";
let reader: PageReader;
let server: LocalServer | undefined;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "read-page-"));
  file = await buildPageReader({ outDir: folder });
  reader = new PageReader({ file, timeoutMs: 10_000, memoryMegabytes: 256 });
}, 60_000);

afterAll(async () => {
  await reader?.close();
  rmSync(folder, { recursive: true, force: true });
});

afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function serve(answer: (request: SeenRequest, response: ServerResponse) => void) {
  server = await localServer(answer);
  return server;
}

function html(response: ServerResponse, text: string | Buffer, type = "text/html; charset=utf-8") {
  response.writeHead(200, type === "" ? {} : { "content-type": type });
  response.end(text);
}

function ask(input: object, options: ServiceContextOptions & { reader?: PageReader } = {}) {
  const { reader: own = reader, ...rest } = options;
  const context = serviceContext({ privateHosts: server === undefined ? [] : [server.host], ...rest });
  return createWebScrapeService(own).execute(webScrapeParameters.parse(input), context);
}

describe("web_scrape", () => {
  it("reads a page after redirects and says which one it was", async () => {
    const { origin } = await serve(({ url }, response) => {
      if (url !== "/to/page") {
        response.writeHead(301, { location: "/to/page" });
        return response.end();
      }
      html(response, '<title>T</title><p>Hello <a href="x">you</a></p><img src="i.png" alt="I">');
    });
    expect(await ask({ url: `${origin}/from`, includeLinks: true, includeImages: true })).toEqual({
      url: `${origin}/to/page`,
      title: "T",
      content: "Hello you",
      format: "text",
      length: 9,
      truncated: false,
      links: [{ text: "you", href: `${origin}/to/x` }],
      images: [{ alt: "I", src: `${origin}/to/i.png` }],
    });
  });

  it("gives the part that a selector names, in the format that was asked for", async () => {
    const { origin } = await serve((_request, response) =>
      html(response, "<h1>no</h1><main><h1>Yes</h1><p>a <b>b</b></main>"),
    );
    expect(await ask({ url: origin, selector: "main", format: "markdown" })).toMatchObject({
      content: "# Yes\n\na **b**",
    });
    expect(await ask({ url: origin, selector: "aside" })).toEqual({
      error: 'Selector "aside" not found on page',
      url: origin,
      selector: "aside",
    });
    expect(await ask({ url: origin, selector: "main[" })).toMatchObject({
      error: expect.stringMatching(/^Invalid selector "main\["/),
    });
  });

  it("reads the charset that the server declares", async () => {
    const { origin } = await serve((_request, response) =>
      html(response, Buffer.from([0x3c, 0x70, 0x3e, 0xe9]), "text/html; charset=latin1"),
    );
    expect(await ask({ url: origin })).toMatchObject({ content: "é" });
  });

  it("says in the documented words why there is nothing to read", async () => {
    const { origin } = await serve(({ url }, response) => {
      if (url === "/pdf") return html(response, "%PDF", "application/pdf");
      if (url === "/bare") return html(response, "bytes", "");
      if (url === "/sniffed") return html(response, "<!doctype html><p>x", "");
      if (url === "/slow") return;
      response.writeHead(404);
      response.end("gone");
    });
    expect(await ask({ url: `${origin}/missing` })).toEqual({ error: "HTTP 404: Not Found", url: `${origin}/missing` });
    expect(await ask({ url: `${origin}/pdf` })).toMatchObject({ error: "Not an HTML page: application/pdf" });
    expect(await ask({ url: `${origin}/bare` })).toMatchObject({ error: "Not an HTML page: no content type" });
    expect(await ask({ url: `${origin}/sniffed` })).toMatchObject({ content: "x" });
    expect(await ask({ url: `${origin}/slow`, timeout: 1_000 })).toMatchObject({
      error: "Request timed out after 1000ms",
    });
    expect(await ask({ url: "http://127.0.0.1:1/" })).toMatchObject({
      error: expect.stringMatching(/^Refused to reach/),
    });
    expect(await ask({ url: origin }, { settings: { allowedHosts: ["docs.example"] } })).toMatchObject({
      error: expect.stringMatching(/^Refused to reach/),
    });
  });

  it("keeps no half of a value that a cut goes through: of the content, of a label, of the page itself", async () => {
    const { origin } = await serve(({ url }, response) => {
      if (url === "/page") return html(response, `<p>${canaryAcross(2_999_997, 3_100_000)}`);
      if (url === "/title") return html(response, `<title>${canaryAcross(2_999_993, 3_100_000)}`);
      const label = canaryAcross(200, 400);
      html(response, `<p>${canaryAcross(500, 2_000)}</p><a href="/x">${label}</a><img src="/i.png" alt="${label}">`);
    });
    for (const format of ["text", "markdown", "html"]) {
      const input = { url: origin, format, maxLength: 500, includeLinks: true, includeImages: true };
      const page = (await ask(input, { redactor: canaryRedactor })) as { links: { text: string }[] };
      expect(page).toMatchObject({ truncated: true, content: expect.stringMatching(/^(?:<body>)?(?:<p>)?x+$/) });
      expect(page.links[0]?.text).toBe("x".repeat(200 - CANARY.length / 2));
      expect(JSON.stringify(page)).not.toContain(CANARY_BEGIN);
    }
    for (const path of ["/page", "/title"]) {
      const page = await ask({ url: `${origin}${path}`, maxLength: 100 }, { redactor: canaryRedactor });
      expect(page).toMatchObject({ truncated: true });
      expect(JSON.stringify(page)).not.toContain(CANARY_BEGIN);
    }
  });

  it("reads no more than three megabytes, and says so", async () => {
    const { origin } = await serve((_request, response) =>
      html(response, `<p>begin</p>${" ".repeat(4_000_000)}<p>end</p>`),
    );
    expect(await ask({ url: origin })).toMatchObject({ content: "begin", truncated: true });
  });

  it("ends a page that takes too long together with its thread, and serves others all the while", async () => {
    const { origin } = await serve(({ url }, response) =>
      html(response, url === "/hostile" ? "<i></i>".repeat(200_000) : "<p>fine</p>"),
    );
    const short = new PageReader({ file, timeoutMs: 3_000, memoryMegabytes: 256 });
    const hostile = ask({ url: `${origin}/hostile`, selector: "i ~ i ~ b, i:nth-last-child(7n+3)" }, { reader: short });
    let longest = 0;
    let last = performance.now();
    const watch = setInterval(() => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }, 5);
    expect(await hostile).toMatchObject({ error: "The page is too complex to be read within 3000ms" });
    clearInterval(watch);
    // The thread's own time would have been three seconds of silence.
    expect(longest).toBeLessThan(2_000);
    expect(await ask({ url: `${origin}/fine` }, { reader: short })).toMatchObject({ content: "fine" });
    await short.close();
  });

  it("survives a page that needs more memory than it is given", async () => {
    const { origin } = await serve(({ url }, response) =>
      html(response, url === "/large" ? "<i>".repeat(900_000) : "<p>fine</p>"),
    );
    const small = new PageReader({ file, timeoutMs: 20_000, memoryMegabytes: 16 });
    expect(await ask({ url: `${origin}/large` }, { reader: small })).toMatchObject({
      error: "The page is too large to be read",
    });
    expect(await ask({ url: `${origin}/fine` }, { reader: small })).toMatchObject({ content: "fine" });
    await small.close();
  });

  it("ends with the call, and the next page is read all the same", async () => {
    const { origin } = await serve((_request, response) => html(response, "<i></i>".repeat(200_000)));
    const controller = new AbortController();
    const own = new PageReader({ file, timeoutMs: 20_000, memoryMegabytes: 256 });
    const asking = ask({ url: origin, selector: "i ~ i ~ b" }, { signal: controller.signal, reader: own });
    await expect.poll(() => server?.requests.length).toBe(1);
    setTimeout(() => controller.abort(), 300);
    expect(await asking).toMatchObject({ error: "Request aborted" });
    expect(await ask({ url: origin, selector: "i:first-child", maxLength: 100 }, { reader: own })).toMatchObject({
      content: "",
    });
    await own.close();
  });

  it("reads several pages that are asked for at once, each its own", async () => {
    const { origin } = await serve(({ url }, response) => html(response, `<p>${url}</p>`));
    const pages = await Promise.all(Array.from({ length: 8 }, (_, index) => ask({ url: `${origin}/${index}` })));
    expect(pages.map((page) => (page as { content: string }).content)).toEqual(
      Array.from({ length: 8 }, (_, index) => `/${index}`),
    );
  });
});
