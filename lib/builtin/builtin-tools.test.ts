import { createHash } from "node:crypto";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { executeCall } from "@/lib/core/call/execute-call";
import { prepareCall } from "@/lib/core/call/prepare-call";
import type { Sandbox } from "@/lib/core/sandbox/sandbox";
import { resolveTools } from "@/lib/core/tool/resolve-tools";
import type { Tool, ToolContext } from "@/lib/core/tool/tool-types";
import { VirtualSandbox } from "@/lib/sandbox/virtual/virtual-sandbox";
import { inProcessChannel } from "@/lib/testing/in-process-channel";
import { base64Decode } from "./base64-decode";
import { base64Encode } from "./base64-encode";
import { builtinTools } from "./builtin-tools";
import { calculator } from "./calculator/calculator";
import { datetime } from "./datetime";
import { exec } from "./exec";
import { fileDelete } from "./file-delete";
import { fileExists } from "./file-exists";
import { fileList } from "./file-list";
import { fileRead } from "./file-read";
import { fileWrite } from "./file-write";
import { hash } from "./hash";
import { jsonParse } from "./json-parse";
import { jsonStringify } from "./json-stringify";
import { md5 } from "./md5";
import { randomNumber } from "./random-number";
import { randomString } from "./random-string";
import { regexMatch } from "./regex-match";
import { regexReplace } from "./regex-replace";
import { searchText } from "./search-text";
import { sendEmailNeedsApproval } from "./send-email";
import { sleep } from "./sleep";
import { sqlQuery, sqlQueryNeedsApproval } from "./sql-query";
import { uuid } from "./uuid";

const timers = { after: () => () => {} };
const neverStopped = new AbortController().signal;

async function outcomeOf(tool: Tool, args: object, extra: Partial<ToolContext> = {}) {
  const prepared = await prepareCall(tool, args);
  if (!prepared.ok) return prepared.outcome;
  const context = { agentId: "a", signal: neverStopped, secrets: {}, ...extra } as ToolContext;
  return executeCall(tool, prepared.parsed, context, { timers });
}

async function resultOf(tool: Tool, args: object, extra: Partial<ToolContext> = {}): Promise<unknown> {
  const outcome = await outcomeOf(tool, args, extra);
  if (outcome.status !== "ok") throw new Error(`${outcome.status}: ${outcome.text}`);
  return outcome.result.value;
}

async function failureOf(tool: Tool, args: object, extra: Partial<ToolContext> = {}): Promise<string> {
  const outcome = await outcomeOf(tool, args, extra);
  if (outcome.status === "ok") throw new Error("it succeeded");
  return outcome.text.split("\n")[0] ?? "";
}

describe("builtinTools", () => {
  const named = (keep: (tool: Tool) => boolean) =>
    resolveTools(builtinTools)
      .filter(keep)
      .map((tool) => tool.name);

  it("are the documented twenty-six, in the documented order, under names that every provider accepts", () => {
    expect(named(() => true)).toEqual([
      "calculator",
      "datetime",
      "uuid",
      "file_read",
      "file_write",
      "file_list",
      "file_exists",
      "file_delete",
      "http_request",
      "exec",
      "web_search",
      "web_scrape",
      "sql_query",
      "vector_search",
      "send_email",
      "github_api",
      "json_parse",
      "json_stringify",
      "regex_match",
      "regex_replace",
      "hash",
      "base64_encode",
      "base64_decode",
      "sleep",
      "random_number",
      "random_string",
    ]);
  });

  it("ask a person before they delete, execute, send, or change what others see", () => {
    expect(named((tool) => tool.requiresApproval === true)).toEqual(["file_delete", "exec"]);
    expect(named((tool) => typeof tool.requiresApproval === "function")).toEqual([
      "http_request",
      "sql_query",
      "send_email",
      "github_api",
    ]);
    expect(sendEmailNeedsApproval()).toBe(true);
    expect(sqlQueryNeedsApproval({ readOnly: true })).toBe(false);
    expect(sqlQueryNeedsApproval({ readOnly: false })).toBe(true);
  });

  it("say what they touch", () => {
    expect(named((tool) => tool.sideEffects === undefined)).toEqual([
      "calculator",
      "datetime",
      "uuid",
      "file_read",
      "file_list",
      "file_exists",
      "json_parse",
      "json_stringify",
      "regex_match",
      "regex_replace",
      "hash",
      "base64_encode",
      "base64_decode",
      "sleep",
      "random_number",
      "random_string",
    ]);
  });

  it("say in their schema which defaults they have", () => {
    const properties = sqlQuery.toJSON().parameters.properties as Record<string, { default?: unknown }>;
    expect(properties.maxRows?.default).toBe(100);
    expect(properties.readOnly?.default).toBe(true);
  });
});

describe("calculator", () => {
  it("gives the result with the expression, and errors in the documented words", async () => {
    expect(await resultOf(calculator, { expression: "2 * (3 + 4)" })).toEqual({
      result: 14,
      expression: "2 * (3 + 4)",
    });
    const outcome = await outcomeOf(calculator, { expression: "2 3" });
    expect(outcome).toMatchObject({
      status: "failed",
      text: expect.stringMatching(/^Unexpected token: .*\n\{"expression":"2 3"\}$/),
    });
  });
});

describe("datetime", () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: new Date("2026-01-15T00:05:09.250Z"), toFake: ["Date"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each([
    [{}, "2026-01-15T00:05:09.250Z"],
    [{ timezone: "Europe/Oslo" }, "2026-01-15T01:05:09"],
    [{ timezone: "UTC" }, "2026-01-15T00:05:09"],
    [{ timezone: "America/New_York", format: "date" }, "01/14/2026"],
    [{ format: "time" }, "00:05:09"],
    [{ format: "unix" }, "1768435509"],
  ])("with %j it is %s", async (args, text) => {
    expect(await resultOf(datetime, args)).toMatchObject({ datetime: text });
  });

  it("writes a long form and refuses an unknown zone", async () => {
    expect(await resultOf(datetime, { format: "readable" })).toMatchObject({
      datetime: expect.stringMatching(/^Thursday, January 15, 2026/),
      timezone: "UTC",
    });
    expect(await failureOf(datetime, { timezone: "Mars/Base" })).toBe("Invalid timezone: Mars/Base");
  });
});

describe("random tools", () => {
  it("makes UUIDs of version 4", async () => {
    const version4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
    expect((await resultOf(uuid, {})) as object).toEqual({ uuid: expect.stringMatching(version4) });
    const { uuids } = (await resultOf(uuid, { count: 100 })) as { uuids: string[] };
    expect(new Set(uuids).size).toBe(100);
    expect(await failureOf(uuid, { count: 101 })).toMatch(/^Invalid arguments/);
  });

  it("draws whole numbers from inside fractional bounds, both ends included", async () => {
    const seen = new Set<number>();
    for (let draw = 0; draw < 200; draw += 1) {
      const { result } = (await resultOf(randomNumber, { min: 0.5, max: 3.5, integer: true })) as { result: number };
      seen.add(result);
    }
    expect([...seen].sort()).toEqual([1, 2, 3]);
    expect(await resultOf(randomNumber, { min: 5, max: 5, integer: true })).toMatchObject({ result: 5 });
    expect(await failureOf(randomNumber, { min: 0.2, max: 0.8, integer: true })).toBe(
      "There is no whole number between min and max",
    );
    expect(await failureOf(randomNumber, { min: 2, max: 1 })).toBe("min must not be greater than max");
  });

  it("draws fractions within bounds", async () => {
    for (let draw = 0; draw < 50; draw += 1) {
      const { result } = (await resultOf(randomNumber, { min: -1, max: 1 })) as { result: number };
      expect(result).toBeGreaterThanOrEqual(-1);
      expect(result).toBeLessThanOrEqual(1);
    }
  });

  it("makes texts of the wanted characters, all of them", async () => {
    const { result } = (await resultOf(randomString, { length: 1000, charset: "hex" })) as { result: string };
    expect(result).toMatch(/^[0-9a-f]{1000}$/);
    expect(new Set(result).size).toBe(16);
  });
});

describe("hash", () => {
  it("agrees with the platform for every algorithm and encoding", async () => {
    for (const algorithm of ["md5", "sha1", "sha256", "sha512"] as const) {
      for (const encoding of ["hex", "base64"] as const) {
        const expected = createHash(algorithm).update("héllo").digest(encoding);
        expect(await resultOf(hash, { data: "héllo", algorithm, encoding })).toEqual({
          hash: expected,
          algorithm,
          encoding,
        });
      }
    }
  });

  it("computes MD5 of any bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(Buffer.from(md5(bytes)).toString("hex")).toBe(createHash("md5").update(bytes).digest("hex"));
      }),
    );
  });
});

describe("base64 tools", () => {
  it("encode and decode text, also URL-safe without padding", async () => {
    expect(await resultOf(base64Encode, { data: "hé>>?" })).toMatchObject({
      result: Buffer.from("hé>>?").toString("base64"),
    });
    expect(await resultOf(base64Encode, { data: "hé>>?", urlSafe: true })).toMatchObject({
      result: Buffer.from("hé>>?").toString("base64url"),
    });
    expect(await resultOf(base64Decode, { data: Buffer.from("hé>>?").toString("base64url") })).toMatchObject({
      result: "hé>>?",
    });
  });

  it("refuse garbage instead of making text of it", async () => {
    expect(await failureOf(base64Decode, { data: "not base64!" })).toBe("The data is not base64");
    expect(await failureOf(base64Decode, { data: "/w==" })).toBe("The data decodes to 1 bytes that are not UTF-8 text");
  });
});

describe("sleep", () => {
  it("waits, and wakes when the call is stopped", async () => {
    expect(await resultOf(sleep, { ms: 5 })).toMatchObject({ requested: 5 });
    const controller = new AbortController();
    const direct = sleep.execute({ ms: 60_000 }, { signal: controller.signal } as ToolContext);
    controller.abort();
    await expect(direct).rejects.toThrow("of 60000 ms");
  });
});

describe("JSON tools", () => {
  it("parse and say what is wrong", async () => {
    expect(await resultOf(jsonParse, { json: '{"a":[1]}' })).toEqual({ result: { a: [1] }, valid: true });
    expect(await outcomeOf(jsonParse, { json: "{" })).toMatchObject({
      status: "failed",
      text: expect.stringContaining("JSON"),
    });
  });

  it("write compact or indented", async () => {
    expect(await resultOf(jsonStringify, { data: { a: 1 } })).toEqual({ result: '{"a":1}', pretty: false });
    expect(await resultOf(jsonStringify, { data: [1], pretty: true, indent: 1 })).toEqual({
      result: "[\n 1\n]",
      pretty: true,
    });
    expect((await outcomeOf(jsonStringify, {})).status).not.toBe("ok");
  });
});

describe("regular expression tools", () => {
  it("give matches with position, captures and groups", async () => {
    expect(await resultOf(regexMatch, { text: "a1 b2", pattern: "(?<letter>[a-z])(\\d)(x)?" })).toEqual({
      matches: [
        { match: "a1", index: 0, captures: ["a", "1", null], groups: { letter: "a" } },
        { match: "b2", index: 3, captures: ["b", "2", null], groups: { letter: "b" } },
      ],
      count: 2,
      pattern: "(?<letter>[a-z])(\\d)(x)?",
      flags: "g",
    });
    expect(await resultOf(regexMatch, { text: "aa", pattern: "a", flags: "" })).toMatchObject({ count: 1 });
    expect(await resultOf(regexMatch, { text: "b", pattern: "a", flags: "" })).toMatchObject({ count: 0 });
  });

  it("end on matches of no length and cap many", async () => {
    expect(await resultOf(regexMatch, { text: "abc", pattern: "x*" })).toMatchObject({ count: 4 });
    const many = await outcomeOf(regexMatch, { text: "a".repeat(20_000), pattern: "a" });
    expect(many).toMatchObject({
      status: "ok",
      result: {
        value: {
          count: 10_000,
          truncated: true,
          notice: "There are more matches; only the first 10000 are given.",
        },
      },
    });
  });

  it("replace and count", async () => {
    expect(await resultOf(regexReplace, { text: "a-b", pattern: "(\\w)-(\\w)", replacement: "$2-$1" })).toMatchObject({
      result: "b-a",
      replacements: 1,
    });
    expect(await resultOf(regexReplace, { text: "aaa", pattern: "a", replacement: "b", flags: "" })).toMatchObject({
      result: "baa",
      replacements: 1,
    });
    expect(await resultOf(regexReplace, { text: "aaa", pattern: "x", replacement: "b" })).toMatchObject({
      result: "aaa",
      replacements: 0,
    });
  });

  it("refuse a broken pattern and a text that is too large", async () => {
    expect(await failureOf(regexMatch, { text: "a", pattern: "(" })).toContain("Invalid regular expression");
    expect(await failureOf(regexReplace, { text: "x".repeat(1_000_001), pattern: "a", replacement: "" })).toBe(
      "Text too large (1000001 chars). Maximum: 1000000",
    );
  });

  it("never freeze where nothing can end them: a pattern that is not known to be quick does not run", async () => {
    const text = `${"a".repeat(40)}!`;
    for (const pattern of ["^(a+)+$", "(a|a){40}b"]) {
      expect(await failureOf(regexMatch, { text, pattern })).toContain("no place here where it could be stopped");
      expect(await failureOf(regexReplace, { text, pattern, replacement: "" })).toContain("no place here");
    }
  });

  it("keep captures that look ahead, and replacements that repeat the text, within bounds", async () => {
    const ahead = { kind: "match", text: "ab".repeat(2000), pattern: "a(?=(b.*))", flags: "g" } as const;
    expect(searchText(ahead)).toMatchObject({ truncated: true, notice: expect.stringContaining("2000000 characters") });
    expect(await failureOf(regexReplace, { text: "a".repeat(10_000), pattern: "a", replacement: "$`$'" })).toBe(
      "The result could be longer than 5000000 characters",
    );
  });
});

describe("file tools and exec", () => {
  let sandbox: Sandbox;
  beforeEach(async () => {
    const virtual = new VirtualSandbox({ connect: inProcessChannel(), isolated: true });
    await virtual.ready();
    sandbox = virtual;
  });
  afterEach(() => sandbox.dispose());

  it("write and read text and bytes", async () => {
    expect(await resultOf(fileWrite, { path: "a/b.txt", content: "é" }, { sandbox })).toEqual({
      success: true,
      path: "a/b.txt",
      size: 2,
    });
    expect(await resultOf(fileRead, { path: "a/b.txt" }, { sandbox })).toEqual({
      content: "é",
      path: "a/b.txt",
      encoding: "utf-8",
      size: 2,
    });
    expect(await resultOf(fileWrite, { path: "c", content: "/wA=", encoding: "base64" }, { sandbox })).toMatchObject({
      size: 2,
    });
    expect(await resultOf(fileRead, { path: "c", encoding: "base64" }, { sandbox })).toMatchObject({ content: "/wA=" });
  });

  it("refuse in the documented words and write nothing", async () => {
    expect(await failureOf(fileRead, { path: "no" }, { sandbox })).toBe("File not found: no");
    await sandbox.write("c", new Uint8Array([0xff, 0]));
    expect(await failureOf(fileRead, { path: "c" }, { sandbox })).toContain("not UTF-8");
    expect(await failureOf(fileWrite, { path: "d", content: "no base64!", encoding: "base64" }, { sandbox })).toContain(
      "not base64",
    );
    expect(await failureOf(fileWrite, { path: "x/y", content: "", createDirs: false }, { sandbox })).toBe(
      "Directory not found: /workspace/x",
    );
    expect(await resultOf(fileExists, { path: "d" }, { sandbox })).toEqual({ exists: false, path: "d" });
    expect(await resultOf(fileExists, { path: "x" }, { sandbox })).toEqual({ exists: false, path: "x" });
  });

  it("list a directory, hidden names and dangling links included on request", async () => {
    await sandbox.write("dir/a.txt", "12");
    await sandbox.write("dir/.hidden", "");
    await sandbox.write("dir/sub/b.txt", "");
    await sandbox.exec("ln -s nowhere dir/link");
    expect(await resultOf(fileList, { path: "dir" }, { sandbox })).toMatchObject({
      entries: [
        { name: "a.txt", path: "dir/a.txt", type: "file", size: 2 },
        { name: "link", type: "symlink" },
        { name: "sub", type: "directory" },
      ],
      count: 3,
    });
    const all = (await resultOf(fileList, { path: "dir", recursive: true, includeHidden: true }, { sandbox })) as {
      entries: { path: string }[];
    };
    expect(all.entries.map((entry) => entry.path)).toEqual([
      "dir/.hidden",
      "dir/a.txt",
      "dir/link",
      "dir/sub",
      "dir/sub/b.txt",
    ]);
    expect(await failureOf(fileList, { path: "no" }, { sandbox })).toBe("Directory not found: no");
    expect(await failureOf(fileList, { path: "dir/a.txt" }, { sandbox })).toBe("Not a directory: dir/a.txt");
    expect(await resultOf(fileDelete, { path: "dir/link" }, { sandbox })).toMatchObject({
      success: true,
      type: "symlink",
    });
  });

  it("delete a file, an empty directory, and a full one only when told", async () => {
    await sandbox.write("dir/a.txt", "");
    expect(await failureOf(fileDelete, { path: "dir" }, { sandbox })).toBe(
      "Directory not empty. Use recursive=true to delete: dir",
    );
    expect(await resultOf(fileDelete, { path: "dir/a.txt" }, { sandbox })).toMatchObject({
      success: true,
      type: "file",
    });
    expect(await resultOf(fileDelete, { path: "dir" }, { sandbox })).toMatchObject({
      success: true,
      type: "directory",
    });
    expect(await failureOf(fileDelete, { path: "dir" }, { sandbox })).toBe("Path not found: dir");
  });

  it("execute with streams apart, and say what timed out", async () => {
    expect(await resultOf(exec, { command: "echo $A; echo err >&2; exit 4", env: { A: "1" } }, { sandbox })).toEqual({
      stdout: "1\n",
      stderr: "err\n",
      exitCode: 4,
      truncatedStdout: false,
      truncatedStderr: false,
      command: "echo $A; echo err >&2; exit 4",
    });
    expect(await failureOf(exec, { command: "sleep 20", timeout: 100 }, { sandbox })).toBe(
      "Command timed out after 100ms",
    );
    expect(await failureOf(exec, { command: "ls", env: { "a b": "" } }, { sandbox })).toContain(
      "Invalid arguments: env",
    );
  });
});
