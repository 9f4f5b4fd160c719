import type { CustomCommand, ExecResult, ResolvedCommandContext } from "just-bash/browser";
import { encodeBase64 } from "@/lib/core/call/base64";
import type { AskOutside } from "../../command-outside";
import { ByteSink, printed } from "../byte-sink";
import { inputBytes, readFailure } from "../command-input";
import { failed, succeeded } from "../command-result";
import { OPERAND, type ParsedOptions, parseOptions } from "../tool/parse-options";
import { toolCommand } from "../tool/tool-command";
import { curlBody } from "./curl-body";
import { type Exchanged, exchange, type NoAnswer } from "./exchange";
import { nameInAddress, readAddress } from "./target-address";
import { writeOut } from "./write-out";

const GRAMMAR = {
  name: "curl",
  operandsAmongOptions: true,
  short: "sSfLo:OX:H:d:F:iIw:u:A:e:km:Gvgb:c:x:T:D:NqZJr:#hV",
  long: {
    silent: "s",
    "show-error": "S",
    fail: "f",
    "fail-with-body": "fail-with-body",
    location: "L",
    "output=": "o",
    "remote-name": "O",
    "request=": "X",
    "header=": "H",
    "data=": "d",
    "data-ascii=": "d",
    "data-raw=": "data-raw",
    "data-binary=": "data-binary",
    "data-urlencode=": "data-urlencode",
    "json=": "json",
    "form=": "F",
    include: "i",
    "show-headers": "i",
    head: "I",
    "write-out=": "w",
    "user=": "u",
    "user-agent=": "A",
    "referer=": "e",
    insecure: "k",
    "max-time=": "m",
    "connect-timeout=": "connect-timeout",
    compressed: "compressed",
    get: "G",
    "url=": "url",
    verbose: "v",
    globoff: "g",
    "cookie=": "b",
    "cookie-jar=": "c",
    "proxy=": "x",
    "upload-file=": "T",
    "dump-header=": "D",
    "no-buffer": "N",
    disable: "q",
    "remote-header-name": "J",
    "range=": "r",
    "progress-bar": "#",
    "no-progress-meter": "N",
    "create-dirs": "create-dirs",
    "output-dir=": "output-dir",
    "http1.1": "N",
    help: "h",
    version: "V",
  },
  usageExitCode: 2,
} as const;

/** What curl can do and this one cannot, with what to do instead. */
const REFUSED: readonly (readonly [key: string, option: string, advice: string])[] = [
  ["k", "-k", "certificates are always checked"],
  ["F", "-F", "send --data-binary with a Content-Type of your own"],
  ["c", "-c", "cookies are not kept; send them with -b 'name=value'"],
  ["x", "-x", "requests go out from the server alone"],
  ["T", "-T", "use -X PUT --data-binary @FILE"],
  ["J", "-J", "name the file with -o"],
  ["Z", "-Z", "addresses are asked one after the other"],
];

const EXIT_CODE: Readonly<Record<NoAnswer["why"], number>> = {
  authority: 7,
  connect: 7,
  host: 6,
  timeout: 28,
  address: 3,
  size: 63,
  stopped: 42,
};
const UTF8 = new TextEncoder();

/** The common part of curl. What it asks for goes through the server's guarded fetch, with the authority of the command line. */
export function createCurl(ask: AskOutside): CustomCommand {
  return toolCommand("curl", async (given, context) => {
    const parsed = parseOptions(given, GRAMMAR);
    if (parsed.has("h")) return succeeded("Usage: curl [options...] <url>\n");
    if (parsed.has("V"))
      return succeeded("curl (Toolwright, through the server's guarded fetch)\nProtocols: http https\n");
    const refused = REFUSED.find(([key]) => parsed.has(key));
    if (refused !== undefined) return failed("curl", `option ${refused[1]} is not supported here: ${refused[2]}`, 2);
    const addresses = parsed.options.flatMap(({ name, value }) => (name === OPERAND || name === "url" ? [value] : []));
    if (addresses.length === 0) return failed("curl", "(2) no URL specified", 2);
    const outputs = parsed.options.filter(({ name }) => name === "o" || name === "O");
    const out = new ByteSink();
    let stderr = "";
    let exitCode = 0;
    for (const [index, address] of addresses.entries()) {
      const target = outputs[index];
      const file = target?.name === "O" ? { remote: true as const } : target?.value;
      const one = await transfer({ ask, parsed, context, address, file, out });
      stderr += one.stderr;
      exitCode = one.exitCode;
    }
    return printed(out.toBytes(), stderr, exitCode);
  });
}

interface Transfer {
  ask: AskOutside;
  parsed: ParsedOptions;
  context: ResolvedCommandContext;
  address: string;
  file: string | { remote: true } | undefined;
  out: ByteSink;
}

async function transfer({ ask, parsed, context, address, file, out }: Transfer): Promise<Omit<ExecResult, "stdout">> {
  const isQuiet = parsed.has("s") && !parsed.has("S");
  const fault = (code: number, message: string, always = false): Omit<ExecResult, "stdout"> => ({
    stderr: isQuiet && !always ? "" : `curl: (${code}) ${message}\n`,
    exitCode: code,
  });
  const target = readAddress(address, { patterns: !parsed.has("g") });
  if (!target.ok) return fault(target.exitCode, target.message, target.exitCode === 3);
  let { url } = target;
  const seconds = parsed.value("m");
  const limit = seconds === undefined ? undefined : Number(seconds);
  if (limit !== undefined && !(limit >= 0)) return fault(2, `-m: expected a number, got '${seconds}'`, true);

  let body: Uint8Array | undefined;
  let format: string | undefined;
  try {
    body = await curlBody(parsed.options, context);
    format = await formatOf(parsed.value("w"), context);
  } catch (error) {
    return fault(26, `Failed to open a file to read: ${readFailure(error)}`, true);
  }
  if (parsed.has("G") && body !== undefined) {
    const query = new TextDecoder().decode(body);
    const withQuery = new URL(url);
    withQuery.search = withQuery.search === "" ? query : `${withQuery.search}&${query}`;
    url = withQuery.href;
    body = undefined;
  }
  const headers = requestHeaders(parsed, target.login, body !== undefined);
  if (!headers.ok) return fault(2, headers.message, true);
  const isHead = parsed.has("I");
  const method = parsed.value("X") ?? (isHead ? "HEAD" : body === undefined ? "GET" : "POST");

  const began = performance.now();
  const exchanged = await exchange(ask, {
    url,
    method,
    headers: headers.list,
    body,
    follow: parsed.has("L"),
    ...(limit ? { timeoutMs: limit * 1000 } : {}),
    signal: context.signal,
  });
  let stderr = parsed.has("v") ? verboseText(url, method, headers.list, exchanged) : "";
  let exitCode = 0;
  let received = 0;
  const add = (result: Omit<ExecResult, "stdout">): void => {
    stderr += result.stderr;
    exitCode = result.exitCode;
  };
  if (!exchanged.ok) add(fault(EXIT_CODE[exchanged.why], noAnswerText(url, exchanged), exchanged.why === "authority"));
  else {
    const { answer, bytes } = exchanged;
    const isError = answer.status >= 400 && parsed.has("f", "fail-with-body");
    const content = new ByteSink();
    if (parsed.has("i") || isHead) content.write(headText(answer));
    if (!isHead) content.write(bytes);
    if (!isError || parsed.has("fail-with-body")) {
      received = isHead ? 0 : bytes.byteLength;
      const dump = parsed.value("D");
      const problem =
        (dump === undefined ? undefined : await deliver(UTF8.encode(headText(answer)), dump, parsed, context, out)) ??
        (await deliver(content.toBytes(), typeof file === "object" ? nameInAddress(url) : file, parsed, context, out));
      if (problem !== undefined) add(fault(23, problem));
    }
    if (isError && exitCode === 0) add(fault(22, `The requested URL returned error: ${answer.status}`));
  }
  if (format !== undefined) {
    const took = ((performance.now() - began) / 1000).toFixed(6);
    const { text, unknown } = writeOut(format, factsOf({ url, method, exchanged, received, took, exitCode }));
    out.write(text);
    stderr += unknown.map((name) => `curl: unknown --write-out variable: '${name}'\n`).join("");
  }
  return { stderr, exitCode };
}

async function formatOf(given: string | undefined, context: ResolvedCommandContext): Promise<string | undefined> {
  if (given === undefined || !given.startsWith("@")) return given;
  return new TextDecoder().decode(await inputBytes(context, given.slice(1)));
}

type RequestHeaders = { ok: true; list: [string, string][] } | { ok: false; message: string };

function requestHeaders(parsed: ParsedOptions, loginInAddress: string | undefined, hasBody: boolean): RequestHeaders {
  const headers = new Map<string, [string, string]>();
  const set = (name: string, value: string | undefined): void => {
    if (value !== undefined) headers.set(name.toLowerCase(), [name, value]);
  };
  const isJson = parsed.has("json");
  if (hasBody) set("Content-Type", isJson ? "application/json" : "application/x-www-form-urlencoded");
  if (isJson) set("Accept", "application/json");
  set("User-Agent", parsed.value("A"));
  set("Referer", parsed.value("e"));
  const range = parsed.value("r");
  if (range !== undefined) set("Range", `bytes=${range}`);
  const login = parsed.value("u") ?? loginInAddress;
  if (login !== undefined) {
    if (login.includes("{{secret:")) {
      return {
        ok: false,
        message: "a secret's handle cannot stand in -u, which is encoded; put it into a header with -H",
      };
    }
    set("Authorization", `Basic ${encodeBase64(UTF8.encode(login.includes(":") ? login : `${login}:`))}`);
  }
  const cookies = parsed.values("b");
  if (cookies.some((cookie) => !cookie.includes("="))) {
    return { ok: false, message: "-b with a file is not supported here; send the cookie as -b 'name=value'" };
  }
  if (cookies.length > 0) set("Cookie", cookies.join("; "));
  const own: [string, string][] = [];
  for (const line of parsed.values("H")) {
    const [, name, sign, value = ""] = /^([^:;@\s]+)\s*([:;])\s*(.*?)\s*$/s.exec(line) ?? [];
    if (name === undefined) return { ok: false, message: `-H is no header: ${line}` };
    if (/[\r\n]/.test(value)) return { ok: false, message: "a header may not hold a line break" };
    headers.delete(name.toLowerCase());
    if (value !== "" || sign === ";") own.push([name, value]);
  }
  return { ok: true, list: [...headers.values(), ...own] };
}

/** Puts bytes where they are wanted; gives the words of a failure. */
async function deliver(
  bytes: Uint8Array,
  name: string | undefined,
  parsed: ParsedOptions,
  context: ResolvedCommandContext,
  out: ByteSink,
): Promise<string | undefined> {
  if (name === "/dev/null") return undefined;
  if (name === undefined || name === "-" || name === "/dev/stdout") {
    out.write(bytes);
    return undefined;
  }
  if (name === "") return "Remote file name has no length";
  const directory = parsed.value("output-dir");
  const path = context.fs.resolvePath(context.fs.resolvePath(context.cwd, directory ?? "."), name);
  try {
    if (parsed.has("create-dirs")) {
      await context.fs.mkdir(path.slice(0, path.lastIndexOf("/")) || "/", { recursive: true });
    }
    await context.fs.writeFile(path, bytes);
    return undefined;
  } catch (error) {
    return `Failure writing output to destination: ${name}: ${readFailure(error)}`;
  }
}

function noAnswerText(url: string, { why, message }: NoAnswer): string {
  const { host, hostname } = new URL(url);
  switch (why) {
    case "authority":
      return `Failed to connect to ${host}: ${message}`;
    case "host":
      return `Could not resolve host: ${hostname}`;
    case "connect":
      return `Failed to connect to ${host}: ${message}`;
    default:
      return message;
  }
}

type Answered = Extract<Exchanged, { ok: true }>["answer"];

function headText({ status, statusText, headers }: Answered): string {
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  return `HTTP/1.1 ${status}${statusText === "" ? "" : ` ${statusText}`}\r\n${lines}\r\n`;
}

function verboseText(
  url: string,
  method: string,
  headers: readonly (readonly [string, string])[],
  exchanged: Exchanged,
): string {
  const { host, pathname, search } = new URL(url);
  const sent = [
    `${method} ${pathname}${search} HTTP/1.1`,
    `Host: ${host}`,
    ...headers.map((pair) => pair.join(": ")),
    "",
  ];
  const came = exchanged.ok ? headText(exchanged.answer).split("\r\n").slice(0, -1) : [];
  return [...sent.map((line) => `> ${line}\n`), ...came.map((line) => `< ${line}\n`)].join("");
}

function factsOf(about: {
  url: string;
  method: string;
  exchanged: Exchanged;
  received: number;
  took: string;
  exitCode: number;
}): Record<string, string> {
  const { url, method, exchanged, received, took, exitCode } = about;
  const answer = exchanged.ok ? exchanged.answer : undefined;
  const header = (wanted: string): string => answer?.headers.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? "";
  const code = String(answer?.status ?? 0).padStart(3, "0");
  const location = header("location");
  const isRedirect = answer !== undefined && answer.status >= 300 && answer.status < 400 && location !== "";
  return {
    http_code: code,
    response_code: code,
    size_download: String(received),
    url_effective: answer?.url ?? url,
    url,
    content_type: header("content-type"),
    redirect_url: isRedirect && URL.canParse(location, answer.url) ? new URL(location, answer.url).href : "",
    method,
    scheme: new URL(answer?.url ?? url).protocol.slice(0, -1),
    time_total: took,
    exitcode: String(exitCode),
  };
}
