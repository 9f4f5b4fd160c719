import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { commandRequestSchema } from "@/lib/builtin/command-request";
import { CANARY, CANARY_BEGIN, CANARY_END, canaryRedactor } from "../testing/canary";
import { type ServiceContextOptions, serviceContext } from "../testing/service-context";
import { readCommandGrants } from "./command-grants";
import { createCommandService } from "./command-service";

let folder = "";
let grantsFile = "";
const node = realpathSync(process.execPath);

beforeAll(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), "command-")));
  grantsFile = path.join(folder, "grants.json");
  mkdirSync(path.join(folder, "work", "inside"), { recursive: true });
  symlinkSync("/", path.join(folder, "work", "out"));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function grant(fields: object = {}, name = "node") {
  writeFileSync(grantsFile, JSON.stringify({ [name]: { path: node, cwd: path.join(folder, "work"), ...fields } }));
}

const service = createCommandService(() => readCommandGrants({ TOOLWRIGHT_COMMANDS_FILE: grantsFile }));

function ask(args: string[], options: ServiceContextOptions & { request?: object } = {}) {
  const { request, ...rest } = options;
  return service.execute(commandRequestSchema.parse({ command: "node", args, ...request }), serviceContext(rest));
}

/** A program of the granted executable. */
const program = (source: string, ...rest: string[]) => ["-e", source, ...rest];

describe("the command service", () => {
  it("hands the arguments over one by one, and no shell reads them", async () => {
    grant();
    const args = ["a b", "$HOME", "; echo no", "`id`", "*", ""];
    expect(await ask(program("console.log(JSON.stringify(process.argv.slice(1)))", "--", ...args))).toBe(
      JSON.stringify(args),
    );
  });

  it("gives output, then the exit code when it is not 0, and an empty text when there is nothing to say", async () => {
    grant();
    expect(await ask(program(""))).toBe("");
    expect(await ask(program("console.log('out'); console.error('err'); process.exitCode = 3"))).toMatch(
      /^(?:out\nerr|err\nout)\n\n\(exit code: 3\)$/,
    );
    expect(await ask(program("process.kill(process.pid, 'SIGTERM')"))).toBe("(exit code: 143)");
  });

  it("passes on the granted variables and nothing of the server's own; a granted secret wins", async () => {
    grant({ env: { MODE: "quiet", TOKEN: "public" }, secrets: ["TOKEN", "OTHER"] });
    const granted = {
      TOKEN: { value: "s3cret", target: "process" },
      OTHER: { value: "not for processes", target: "api.example.com" },
    };
    const seen = await ask(program("console.log(JSON.stringify(process.env))"), { granted });
    expect(JSON.parse(String(seen))).toEqual({ MODE: "quiet", TOKEN: "s3cret" });
  });

  it("takes a variable from the tool's author only when the operator named it, with secrets filled in", async () => {
    const granted = { GH_TOKEN: { value: "s3cret", target: "process" } };
    const settings = { env: { GH_TOKEN: "{{secret:GH_TOKEN}}" } };
    const source = program("console.log(JSON.stringify(process.env))");
    grant();
    expect(await ask(source, { settings, granted })).toEqual({
      error: 'The operator\'s grant of "node" takes no variable "GH_TOKEN" from the author of a tool',
      command: "node",
    });
    grant({ authorEnv: ["GH_TOKEN"] });
    expect(JSON.parse(String(await ask(source, { settings, granted })))).toEqual({ GH_TOKEN: "s3cret" });
    expect(await ask(source, { settings: { env: { GH_TOKEN: 1 } } })).toMatchObject({ error: expect.any(String) });
  });

  it("keeps head and tail of a long output and says that it was cut", async () => {
    grant({ maxOutput: 1_000 });
    const text = String(await ask(program("process.stdout.write('begin' + 'x'.repeat(5_000_000) + 'end')")));
    expect(text).toMatch(/^beginx+\n\[… \d+ bytes cut out of \d+ bytes …\]\nx+end\n\n\(output truncated\)$/);
    expect(text.length).toBeLessThan(1_100);
  });

  it("keeps no half of a value that a cut goes through, on either side of what is missing", async () => {
    grant({ maxOutput: 1_000 });
    for (const stream of ["stdout", "stderr"]) {
      for (const shift of [0, 3, 6]) {
        const edges = `'x'.repeat(${445 - shift}) + canary + 'x'.repeat(5_000) + canary + 'x'.repeat(${440 + shift})`;
        const source = `const canary = '${CANARY}'; process.${stream}.write(${edges})`;
        const text = String(await ask(program(source), { redactor: canaryRedactor }));
        expect(text).toContain("bytes cut out");
        expect(text).not.toContain(CANARY_BEGIN);
        expect(text).not.toContain(CANARY_END);
      }
    }
  });

  it("takes a value out that came in two pieces, and keeps no half of one when the command is ended", async () => {
    grant();
    const [first, second] = [CANARY.slice(0, 8), CANARY.slice(8)];
    const pieces = `process.stdout.write('${first}'); setTimeout(() => process.stdout.write('${second}'), 50)`;
    expect(await ask(program(pieces), { redactor: canaryRedactor })).toBe("[REDACTED:TOKEN]");
    const half = `process.stdout.write('said ${first}'); setInterval(() => {}, 1000)`;
    expect(await ask(program(half), { redactor: canaryRedactor, request: { timeout: 0.7 } })).toMatchObject({
      output: "said ",
    });
  });

  it("ends the whole process group when the time is up, and keeps what was said", async () => {
    grant();
    const child = `require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' })`;
    const source = `console.log(${child}.pid); setInterval(() => {}, 1000)`;
    const began = performance.now();
    const answer = (await ask(program(source), { request: { timeout: 0.7 } })) as { error: string; output: string };
    expect(answer).toMatchObject({ error: "Command timed out after 0.7 seconds", command: "node" });
    expect(performance.now() - began).toBeLessThan(5_000);
    await expect.poll(() => isAlive(Number(answer.output))).toBe(false);
  });

  it("ends the whole group on Stop, also what a finished program left behind", async () => {
    grant();
    const controller = new AbortController();
    const asking = ask(program("setInterval(() => {}, 1000)"), { signal: controller.signal });
    setTimeout(() => controller.abort(), 200);
    expect(await asking).toMatchObject({ error: "Command aborted" });
    const left = `const c = require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' }); c.unref(); console.log(c.pid)`;
    const began = performance.now();
    const pid = Number(await ask(program(`${left}; process.exit(0)`)));
    expect(performance.now() - began).toBeLessThan(5_000);
    await expect.poll(() => isAlive(pid)).toBe(false);
  });

  it("stays in the granted directory, links included", async () => {
    grant();
    const where = program("console.log(process.cwd())");
    expect(await ask(where)).toBe(path.join(folder, "work"));
    expect(await ask(where, { request: { cwd: "inside" } })).toBe(path.join(folder, "work", "inside"));
    for (const cwd of ["..", "/", "/etc", "out", "out/etc", "missing", "inside/../../.."]) {
      expect(await ask(where, { request: { cwd } })).toEqual({
        error: `"${cwd}" is not a directory below that of "node"`,
        command: "node",
      });
    }
  });

  it("runs nothing that was not granted, and says what was", async () => {
    grant();
    const request = (command: string) => service.execute(commandRequestSchema.parse({ command }), serviceContext());
    expect(await request("git")).toEqual({
      error: 'The operator of this server has not granted the command "git". It granted node.',
      command: "git",
    });
    const none = createCommandService(() => readCommandGrants({}));
    expect(await none.execute(commandRequestSchema.parse({ command: "git" }), serviceContext())).toMatchObject({
      error: expect.stringContaining("It granted none"),
    });
    // A grant that was taken away is gone at once.
    grant({}, "other");
    expect(await request("node")).toMatchObject({ error: expect.stringContaining("has not granted") });
  });

  it("checks every argument from its beginning to its end where the operator narrowed them", async () => {
    grant({ arguments: "-e|status|[a-z]+\\.ts" });
    expect(await ask(["status; rm"])).toMatchObject({ error: expect.stringContaining('"status; rm"') });
    expect(await ask(["status\nrm"])).toMatchObject({ error: expect.stringContaining("does not allow the argument") });
    expect(await ask(["-e", "status"])).toMatch(/status is not defined/);
  });

  it("asks a person, unless the operator marked the command as safe", () => {
    const input = commandRequestSchema.parse({ command: "node" });
    grant();
    expect(service.needsApproval(input)).toBe(true);
    expect(service.needsApproval({ ...input, command: "unknown" })).toBe(true);
    grant({ safe: true });
    expect(service.needsApproval(input)).toBe(false);
  });

  it("binds the decision to the executable as well as to its arguments", () => {
    const input = commandRequestSchema.parse({ command: "node", args: ["-v"], timeout: 5 });
    expect(service.argumentsOf?.(input)).toEqual({ command: "node", args: ["-v"], timeout: 5 });
    expect(service.openTo).toBe("own-call");
  });

  it("takes arguments only as an array of texts, and a command only by name", () => {
    const issue = (input: object) => commandRequestSchema.safeParse(input).error?.issues[0]?.message;
    expect(issue({ command: "git", args: "status" })).toBe("Command arguments must be an array of strings");
    expect(issue({ command: "git", args: ["status", 1] })).toBe("Command arguments must be an array of strings");
    expect(issue({ command: "git", args: ["a\0b"] })).toBe("has a NUL character");
    for (const command of ["/bin/sh", "../git", "git status", ""])
      expect(issue({ command })).toContain("must be the name");
  });
});

describe("the operator's grants", () => {
  it("grant no shell, under whatever name, and no program that runs command lines", async () => {
    for (const file of ["/bin/sh", "/usr/bin/env", "/usr/bin/xargs", "/bin/BASH"]) {
      grant({ path: file });
      expect(() => readCommandGrants({ TOOLWRIGHT_COMMANDS_FILE: grantsFile })).toThrow(/is a shell/);
    }
    symlinkSync("/bin/sh", path.join(folder, "innocent"));
    grant({ path: path.join(folder, "innocent") });
    expect(await ask(["-c", "echo no"])).toMatchObject({ error: "Command failed: the granted path is a shell" });
  });

  it("are none at all while the file has a mistake", () => {
    const read = () => readCommandGrants({ TOOLWRIGHT_COMMANDS_FILE: grantsFile });
    for (const text of [
      "{",
      "[]",
      '{"git": {"path": "git", "cwd": "/"}}',
      '{"git": {"path": "/usr/bin/git"}}',
      '{"git": {"path": "/usr/bin/git", "cwd": "/", "shell": true}}',
      '{"a b": {"path": "/usr/bin/git", "cwd": "/"}}',
    ]) {
      writeFileSync(grantsFile, text);
      expect(read, text).toThrow(expect.objectContaining({ code: "environment-invalid" }));
    }
    expect(() => readCommandGrants({ TOOLWRIGHT_COMMANDS_FILE: path.join(folder, "nowhere") })).toThrow(
      /cannot be read/,
    );
    expect(readCommandGrants({}).size).toBe(0);
  });

  it("say what is missing when the granted program is gone", async () => {
    grant({ path: "/nowhere/program" });
    expect(await ask([])).toEqual({ error: "Command failed: ENOENT", command: "node" });
  });
});

/** A process that was killed and that nobody waited for is still listed, as a zombie. */
function isAlive(pid: number): boolean {
  expect(pid).toBeGreaterThan(1);
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  return (
    execFileSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" })
      .trim()
      .startsWith("Z") === false
  );
}
