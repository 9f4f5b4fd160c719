import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { PGlite } from "@electric-sql/pglite";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ok } from "@/lib/core/errors/result";
import { createRedactor } from "@/lib/core/redact/redactor";
import type { ServiceEvent } from "@/lib/core/tool/service-event";
import { SHELL_FETCH } from "@/lib/core/tool/shell-fetch";
import type { SideEffect } from "@/lib/core/tool/tool-types";
import { VirtualSandbox } from "@/lib/sandbox/virtual/virtual-sandbox";
import { decideApproval } from "@/lib/server/approvals/decide-approval";
import type { Database } from "@/lib/server/db/database";
import { embeddedDatabaseOver } from "@/lib/server/db/open-embedded-database";
import { ownerAsReader } from "@/lib/server/links/reader";
import type { SecretDoor } from "@/lib/server/secrets/secret-door";
import { checkOf, codeOf, collect, Harness, RUNNER, settleOf, unwrap } from "@/lib/server/testing/harness";
import { createGuardedFetch } from "@/lib/server/tools/create-guarded-fetch";
import { type StartService, startService } from "@/lib/server/tools/dispatch/start-service";
import { stopService } from "@/lib/server/tools/dispatch/stop-service";
import { inProcessChannel } from "@/lib/testing/in-process-channel";
import { createOutsideRouter } from "./create-outside";

/** The whole way of a request, from a command of the shell to a real socket, through the server's own checks. */
describe("from the shell to a server of the internet", () => {
  let database: Database;
  let internet: Server;
  let host: string;
  let seen: string[];
  let sandbox: VirtualSandbox;

  beforeAll(async () => {
    database = await embeddedDatabaseOver(await PGlite.create(), () => {});
  }, 120_000);
  afterAll(() => database.close());
  beforeEach(async () => {
    seen = [];
    internet = createServer((request, response) => {
      seen.push(`${request.method} ${request.url}`);
      if (request.url === "/moved") response.writeHead(302, { location: "http://169.254.169.254/latest" });
      if (request.url === "/slow") return;
      response.end(request.url === "/large" ? "x".repeat(5_000_001) : `you asked for ${request.url}\n`);
    });
    await new Promise<void>((resolve) => internet.listen(0, "127.0.0.1", resolve));
    host = `127.0.0.1:${(internet.address() as AddressInfo).port}`;
    sandbox = new VirtualSandbox({ connect: inProcessChannel(), isolated: true });
    await sandbox.ready();
  });
  afterEach(async () => {
    internet.closeAllConnections();
    internet.close();
    await sandbox.dispose();
  });

  /** A call of Bash that runs, as the log says it was asked for and decided. */
  async function call(
    how: { approved: boolean; sideEffects?: SideEffect[]; opened?: boolean; door?: SecretDoor } = { approved: false },
  ) {
    const { approved, sideEffects = ["process", "network"], opened = true, door } = how;
    const harness = new Harness(database, {
      tools: {
        fetch: createGuardedFetch({ privateHosts: opened ? [host] : [] }),
        ...(door === undefined ? {} : { openSecrets: async () => door }),
      },
    });
    const { context, owner } = harness;
    const { id } = await harness.session();
    const { runId } = await harness.handRun(id, '{"command":"x"}', "Bash");
    const check = { ...(await checkOf("c_1", { command: "x" }, approved, "Bash")), sideEffects };
    const events = unwrap(await harness.record(id, runId, check));
    const asked = events.find((event) => event.type === "approval-start");
    if (asked !== undefined) {
      const reader = unwrap(await ownerAsReader(context, owner, id));
      const { approvalId, digest } = asked;
      unwrap(await decideApproval(context, reader, { approvalId, digest, decision: "approved" }));
    }
    unwrap(await harness.record(id, runId, { type: "call-claim", callId: "c_1", by: "tab" }));
    const lines: string[] = [];
    const told: Promise<ServiceEvent[]>[] = [];
    const outside = createOutsideRouter({
      sessionId: id,
      server: {
        async askService(input) {
          const started = await startService(context, owner, input);
          if (!started.ok) return started;
          const [forPage, forTest] = started.value.tee();
          told.push(collect(forTest));
          return ok(forPage);
        },
        stopService: (input) => stopService(context, owner, input),
      },
      services: [],
      now: Date.now,
    }).forCall({
      runId,
      runnerId: RUNNER,
      callId: "c_1",
      sandbox,
      endsAt: Date.now() + 60_000,
      progress: () => undefined,
      log: (line) => lines.push(line),
    });
    const settle = async () => unwrap(await harness.record(id, runId, settleOf("c_1")));
    const address = { sessionId: id, runId, runnerId: RUNNER, callId: "c_1" };
    const run = (command: string, env: Record<string, string> = {}) => sandbox.exec(command, { outside, env });
    return { run, outside, lines, settle, told, harness, address };
  }

  test("a command of an approved call reaches out, and the log tells what went", async () => {
    const { run, lines, settle } = await call({ approved: true });
    const command = `curl -s http://${host}/a -o a && cat a && wget -qO- http://${host}/b && curl -s -d k=v http://${host}/c`;
    expect(await run(command)).toMatchObject({
      stdout: "you asked for /a\nyou asked for /b\nyou asked for /c\n",
      stderr: "",
      exitCode: 0,
    });
    expect(lines).toEqual([`GET http://${host}/a: 200`, `GET http://${host}/b: 200`, `POST http://${host}/c: 200`]);
    await settle();
    expect(await run(`curl -s http://${host}/late`)).toMatchObject({ stdout: "", exitCode: 7 });
    expect(seen).toEqual(["GET /a", "GET /b", "POST /c"]);
  });

  test("without an approval nothing gets out, whatever way the program is hidden", async () => {
    const { run, lines } = await call();
    const address = `http://${host}/?stolen`;
    const hidden = [
      `curl -s ${address}`,
      `wget -qO- ${address}`,
      `curl -sI ${address}`,
      `bash -c 'curl -s ${address}'`,
      `echo ${address} | xargs curl -s`,
      `echo "$(curl -s ${address})" > /dev/null; curl -s ${address}`,
      `a=cu; b=rl; $a$b -s ${address}`,
      `eval "$(printf 'cu%s -s %s' rl ${address})"`,
      `echo 'curl -s ${address}' > s.sh; bash s.sh`,
      `echo 'curl -s ${address}' > s.sh; . ./s.sh`,
      `shopt -s expand_aliases; alias c=curl\nc -s ${address}`,
      `f() { "$@"; }; f curl -s ${address}`,
      `touch u; find . -name u -exec curl -s ${address} \\;`,
      `cat <(curl -s ${address}); curl -s ${address}`,
      `trap 'curl -s ${address}' EXIT; false`,
      `curl -s ${address} & wait $!`,
      `env curl -s ${address}`,
      `\\curl -s ${address}`,
    ];
    for (const command of hidden) {
      const { stdout, stderr } = await run(command);
      expect([command, stdout.includes("you asked"), stderr !== ""]).toEqual([command, false, true]);
    }
    expect((await run(`curl -s ${address}`)).stderr).toMatch(
      /^curl: \(7\) .*Nobody approved that this call of "Bash" talks to the network; .*`network: true`\n$/,
    );
    expect(seen).toEqual([]);
    expect(lines.at(-1)).toMatch(/^GET .*Nobody approved/);
  });

  test("an approval of something that named no network is none for it", async () => {
    const { run } = await call({ approved: true, sideEffects: ["process", "filesystem"] });
    expect(await run(`curl -s http://${host}/`)).toMatchObject({ stdout: "", exitCode: 7 });
    expect(seen).toEqual([]);
  });

  test("a command whose changes are thrown away has no way out, even in an approved call", async () => {
    const { outside } = await call({ approved: true });
    const result = await sandbox.exec(`curl -s http://${host}/`, { outside, discardChanges: true });
    expect(result).toMatchObject({ stdout: "", exitCode: 7, stderr: expect.stringContaining("has no way out") });
    expect(seen).toEqual([]);
  });

  test("private addresses, and redirects to them, are refused", async () => {
    const closed = await call({ approved: true, opened: false });
    for (const address of [
      `http://${host}/`,
      "http://localhost/",
      "http://169.254.169.254/",
      "http://[::1]/",
      "http://10.0.0.1/",
    ]) {
      const { stdout, exitCode, stderr } = await closed.run(`curl -sS ${address}`);
      expect([address, stdout, exitCode]).toEqual([address, "", 7]);
      expect(stderr).toContain("may not be reached");
    }
    expect(seen).toEqual([]);
    const { run } = await call({ approved: true });
    expect(await run(`curl -sSL http://${host}/moved`)).toMatchObject({
      stdout: "",
      exitCode: 7,
      stderr: expect.stringContaining("169.254.169.254"),
    });
    expect(seen).toEqual(["GET /moved"]);
  });

  test("a body beyond the limit and an answer that is late are failures, not halves", async () => {
    const { run } = await call({ approved: true });
    expect(await run(`curl -sS http://${host}/large -o large; s=$?; test -e large || exit $s`)).toMatchObject({
      exitCode: 63,
    });
    expect(await run(`curl -sS -m 0.3 http://${host}/slow`)).toMatchObject({ stdout: "", exitCode: 28 });
  });

  test("a secret reaches the server it is granted for, and stands in no answer, event, line or log", async () => {
    const value = "s3cr3t-of-the-owner";
    const { text: redact, stream: scanner } = createRedactor({ secrets: [{ name: "KEY", value }] });
    const fill = async (text: string) => text.replaceAll("{{secret:KEY}}", value);
    const received: string[] = [];
    internet.removeAllListeners("request");
    internet.on("request", async (request, response) => {
      let body = "";
      for await (const chunk of request) body += chunk;
      const all = `${request.url} ${request.headers["x-key"]} ${body}`;
      received.push(all);
      response.setHeader("x-echo", all);
      response.end(all);
    });
    const door = { use: async () => undefined, fill, redact, scanner };
    const { run, lines, told, settle, harness, address } = await call({ approved: true, door });
    const env = { KEY: "{{secret:KEY}}" };
    const url = `"http://${host}/?k=$KEY"`;
    const results = [
      await run(`curl -si ${url} -H "X-Key: $KEY" -d "k=$KEY"`, env),
      await run(`curl -sv ${url} -H "X-Key: $KEY" -d "k=$KEY" -w '%{url}\n'; echo "$KEY"`, env),
      await run(`wget -qO- ${url} --header="X-Key: $KEY" --post-data="k=$KEY"`, env),
    ];
    const sent = `/?k=${value} ${value} k=${value}`;
    expect(received).toEqual([sent, sent, sent]);
    expect(results.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0]);
    internet.closeAllConnections();
    await new Promise((resolve) => internet.close(resolve));
    results.push(await run(`curl -sS ${url} -H "X-Key: $KEY"`, env));
    expect(results.at(-1)).toMatchObject({ stdout: "", exitCode: 7 });
    await settle();
    const shown = { results, lines, events: await Promise.all(told), log: await harness.log(address.sessionId) };
    expect([shown.events.length, lines.length]).toEqual([4, 4]);
    for (const [where, what] of Object.entries(shown)) expect(JSON.stringify(what), where).not.toContain(value);
  });

  test("a request that a page makes up, without a call that runs, sends nothing", async () => {
    const { harness, address, settle } = await call({ approved: true });
    const request: StartService = {
      ...address,
      ordinal: 0,
      service: SHELL_FETCH,
      input: { url: `http://${host}/forged`, method: "GET", headers: [], redirect: "follow" },
      settings: {},
      withinMs: 5_000,
    };
    const ask = async (changed: Partial<StartService>, caller = harness.owner) =>
      codeOf(await startService(harness.context, caller, { ...request, ...changed }));
    expect(await ask({}, harness.stranger)).toBe("not-found");
    expect(await ask({ runnerId: "another" })).toBe("not-the-runner");
    expect(await ask({ callId: "c_2" })).toBe("outside-refused");

    const { id } = await harness.session();
    const { runId } = await harness.handRun(id, '{"command":"x"}', "Bash");
    const begun = { sessionId: id, runId };
    expect(await ask(begun)).toBe("outside-refused");
    const check = await checkOf("c_1", { command: "x" }, true, "Bash");
    unwrap(await harness.record(id, runId, { ...check, sideEffects: ["process", "network"] }));
    expect(await ask(begun)).toBe("outside-refused");

    await settle();
    expect(await ask({})).toBe("outside-refused");
    expect(seen).toEqual([]);
  });
});
