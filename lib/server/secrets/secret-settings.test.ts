import { chmod, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { ok } from "@/lib/core/errors/result";
import { codeOf, unwrap } from "../testing/harness";
import { defineSecretProvider, registerSecretProvider, secretProviders } from "./secret-provider";
import { type OperatorSecret, parseSecretSettings, readSecretSettings } from "./secret-settings";

const providers = () => secretProviders({ HOST_TOKEN: "from-the-host", EMPTY: "" });
const parse = (settings: unknown) => parseSecretSettings(JSON.stringify(settings), providers());

async function loadOne(source: Record<string, unknown>) {
  const [secret] = unwrap(parse({ NAME: source })) as [OperatorSecret];
  return secret.load();
}

/** A program in the place of `op`. It writes its arguments and environment down beside itself. */
async function fakeOp(body: string): Promise<{ command: string; seen(): Promise<string> }> {
  const folder = await mkdtemp(path.join(tmpdir(), "fake-op-"));
  const command = path.join(folder, "op with a space");
  const log = path.join(folder, "seen");
  await writeFile(command, `#!/bin/sh\n{ for a in "$@"; do echo "[$a]"; done; env; } > '${log}'\n${body}\n`);
  await chmod(command, 0o755);
  return { command, seen: () => readFile(log, "utf8") };
}

describe("the operator's secrets", () => {
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  it.each([
    ["invalid-secret-env-name", { "1ST": { provider: "static", value: "v" } }],
    ["invalid-secret-env-name", { "A-B": { provider: "static", value: "v" } }],
    ["invalid-secret-source", { NAME: "value" }],
    ["invalid-secret-source", { NAME: {} }],
    ["invalid-secret-source", { NAME: { provider: "static", value: "v", tools: "all" } }],
    ["invalid-secret-source", { NAME: { provider: "static", value: "v", unknown: 1 } }],
    ["invalid-secret-source", ["NAME"]],
    ["unknown-secret-provider", { NAME: { provider: "vault" } }],
    ["env-secret-requires-name", { NAME: { provider: "env" } }],
    ["static-secret-requires-value", { NAME: { provider: "static" } }],
    ["one-password-secret-requires-ref", { NAME: { provider: "op" } }],
    ["one-password-secret-requires-ref", { NAME: { provider: "one_password", ref: "" } }],
  ])("are refused with %s when they are %j", (code, settings) => {
    const parsed = parse(settings);
    expect(codeOf(parsed)).toBe(code);
    expect(JSON.stringify(parsed)).not.toContain('"v"');
  });

  it("are refused when the file is no JSON, without repeating what is in it", () => {
    const parsed = parseSecretSettings('{"NAME": {"provider": "static", "value": "hunter22"', providers());
    expect(codeOf(parsed)).toBe("invalid-secret-source");
    expect(JSON.stringify(parsed)).not.toContain("hunter22");
    expect(() => readSecretSettings({ TOOLWRIGHT_SECRETS_FILE: "/nowhere/secrets.json" })).toThrow("cannot be read");
    expect(readSecretSettings({})).toEqual([]);
  });

  it("come from the environment, where the file names the variable", async () => {
    expect(await loadOne({ provider: "env", variable: "HOST_TOKEN" })).toEqual(ok("from-the-host"));
    expect(codeOf(await loadOne({ provider: "env", variable: "MISSING" }))).toBe("missing-env-secret");
    expect(codeOf(await loadOne({ provider: "env", variable: "EMPTY" }))).toBe("missing-env-secret");
  });

  it("come from the file itself, and from a provider of the operator's own", async () => {
    expect(await loadOne({ provider: "static", value: 12_345 })).toEqual(ok("12345"));
    registerSecretProvider(
      "own",
      defineSecretProvider({
        label: "our own place",
        options: z.strictObject({ key: z.string() }),
        load: async ({ key }) => ok(`value of ${key}`),
      }),
    );
    expect(await loadOne({ provider: "own", key: "k" })).toEqual(ok("value of k"));
    expect(unwrap(parse({ NAME: { provider: "own", key: "k", tools: ["t"], hosts: ["h"] } }))[0]).toMatchObject({
      source: "our own place",
      tools: ["t"],
      hosts: ["h"],
    });
  });

  it("are lent to nobody unless tools and hosts are named", () => {
    expect(unwrap(parse({ NAME: { provider: "static", value: "v" } }))[0]).toMatchObject({ tools: [], hosts: [] });
  });

  describe("from 1Password", () => {
    it("are what its program prints, without the line break; arguments are never a command line", async () => {
      vi.stubEnv("OP_SERVICE_ACCOUNT_TOKEN", "for-op");
      vi.stubEnv("DATABASE_URL", "postgres://not-for-op");
      const { command, seen } = await fakeOp("printf ' the value \\r\\n\\n'");
      const ref = "op://vault/item; echo hacked/$(id)";
      expect(await loadOne({ provider: "op", ref, account: "my account", command, env: { EXTRA: "x" } })).toEqual(
        ok(" the value "),
      );
      const given = await seen();
      expect(given).toContain(`[read]\n[${ref}]\n[--account]\n[my account]\n`);
      expect(given).toContain("OP_SERVICE_ACCOUNT_TOKEN=for-op");
      expect(given).toContain("EXTRA=x");
      expect(given).not.toContain("not-for-op");
    });

    it("fail with the program's code and words", async () => {
      const { command } = await fakeOp("echo 'no such item' >&2; exit 3");
      const failed = await loadOne({ provider: "op", ref: "op://a/b/c", command });
      expect(failed).toMatchObject({
        problem: { code: "one-password-failed", message: expect.stringContaining("code 3: no such item") },
      });
      expect(codeOf(await loadOne({ provider: "op", ref: "r", command: "/nowhere/op" }))).toBe("one-password-failed");
      const silent = await fakeOp("exit 0");
      expect(codeOf(await loadOne({ provider: "op", ref: "r", command: silent.command }))).toBe("one-password-failed");
    });

    it("end after their time, also when the program does not listen", async () => {
      const { command } = await fakeOp("trap '' TERM; exec sleep 30");
      const failed = await loadOne({ provider: "op", ref: "r", command, timeoutMs: 200 });
      expect(codeOf(failed)).toBe("one-password-timeout");
    });
  });
});
