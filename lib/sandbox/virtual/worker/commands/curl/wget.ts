import type { CustomCommand, ResolvedCommandContext } from "just-bash/browser";
import { encodeBase64 } from "@/lib/core/call/base64";
import type { AskOutside } from "../../command-outside";
import { ByteSink, printed } from "../byte-sink";
import { readFailure } from "../command-input";
import { failed } from "../command-result";
import { parseOptions } from "../tool/parse-options";
import { toolCommand } from "../tool/tool-command";
import { exchange } from "./exchange";
import { nameInAddress, readAddress } from "./target-address";

const GRAMMAR = {
  name: "wget",
  short: "qO:U:T:P:",
  long: {
    quiet: "q",
    "no-verbose": "nv",
    "output-document=": "O",
    "user-agent=": "U",
    "timeout=": "T",
    "directory-prefix=": "P",
    "header=": "header",
    "post-data=": "post-data",
  },
  usageExitCode: 2,
} as const;
const WRITE_FAILED = 3;
const NETWORK_FAILED = 4;
const SERVER_ERROR = 8;

/** The common part of wget: addresses into files, following redirects, by the same way out as curl. */
export function createWget(ask: AskOutside): CustomCommand {
  return toolCommand("wget", async (given, context) => {
    const parsed = parseOptions(
      given.map((word) => (word === "-nv" ? "--no-verbose" : word)),
      GRAMMAR,
    );
    if (parsed.operands.length === 0) return failed("wget", "missing URL", 2);
    const headers: [string, string][] = [];
    for (const line of parsed.values("header")) {
      const [, name, value = ""] = /^([^:\s]+):\s*([^\r\n]*)$/.exec(line) ?? [];
      if (name === undefined) return failed("wget", `invalid header: ${line}`, 2);
      headers.push([name, value]);
    }
    const agent = parsed.value("U");
    if (agent !== undefined) headers.push(["User-Agent", agent]);
    const seconds = parsed.value("T");
    if (seconds !== undefined && !(Number(seconds) >= 0)) return failed("wget", `invalid time '${seconds}'`, 2);
    const posted = parsed.value("post-data");
    if (posted !== undefined) headers.push(["Content-Type", "application/x-www-form-urlencoded"]);

    const document = parsed.value("O");
    const gathered = new ByteSink();
    let stderr = "";
    let exitCode = 0;
    for (const operand of parsed.operands) {
      const target = readAddress(operand, { patterns: false });
      if (!target.ok) return failed("wget", `${operand}: ${target.message}`, 1);
      const login = target.login === undefined ? undefined : encodeBase64(new TextEncoder().encode(target.login));
      const exchanged = await exchange(ask, {
        url: target.url,
        method: posted === undefined ? "GET" : "POST",
        headers: login === undefined ? headers : [...headers, ["Authorization", `Basic ${login}`]],
        body: posted === undefined ? undefined : new TextEncoder().encode(posted),
        follow: true,
        ...(Number(seconds) > 0 ? { timeoutMs: Number(seconds) * 1000 } : {}),
        signal: context.signal,
      });
      if (!exchanged.ok) {
        const isTold = !parsed.has("q") || exchanged.why === "authority";
        if (isTold) stderr += `wget: unable to connect to ${new URL(target.url).host}: ${exchanged.message}\n`;
        exitCode = NETWORK_FAILED;
        continue;
      }
      const { answer, bytes } = exchanged;
      if (answer.status >= 400) {
        if (!parsed.has("q")) stderr += `wget: ${target.url}: ERROR ${answer.status}: ${answer.statusText}.\n`;
        exitCode = SERVER_ERROR;
        continue;
      }
      if (document !== undefined) {
        gathered.write(bytes);
        continue;
      }
      try {
        const name = await save(bytes, nameInAddress(answer.url) || "index.html", parsed.value("P") ?? ".", context);
        if (!parsed.has("q")) stderr += `'${name}' saved [${bytes.byteLength}]\n`;
      } catch (error) {
        return { stdout: "", stderr: `${stderr}wget: cannot write: ${readFailure(error)}\n`, exitCode: WRITE_FAILED };
      }
    }
    if (document === "-") return printed(gathered.toBytes(), stderr, exitCode);
    if (document !== undefined && document !== "/dev/null") {
      try {
        await context.fs.writeFile(context.fs.resolvePath(context.cwd, document), gathered.toBytes());
        if (!parsed.has("q") && exitCode === 0) stderr += `'${document}' saved [${gathered.length}]\n`;
      } catch (error) {
        return { stdout: "", stderr: `${stderr}wget: ${document}: ${readFailure(error)}\n`, exitCode: WRITE_FAILED };
      }
    }
    return { stdout: "", stderr, exitCode };
  });
}

/** Beside a file of that name, as `name.1` and so on: wget never writes over one. */
async function save(
  bytes: Uint8Array,
  name: string,
  directory: string,
  context: ResolvedCommandContext,
): Promise<string> {
  const folder = context.fs.resolvePath(context.cwd, directory);
  await context.fs.mkdir(folder, { recursive: true });
  let free = name;
  for (let number = 1; await context.fs.exists(context.fs.resolvePath(folder, free)); number += 1) {
    free = `${name}.${number}`;
  }
  await context.fs.writeFile(context.fs.resolvePath(folder, free), bytes);
  return free;
}
