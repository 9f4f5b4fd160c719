import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import Docker from "dockerode";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DockerRequest, DockerResult } from "@/lib/core/call/docker-request";
import { importBusybox } from "../../testing/import-busybox";
import type { ServiceContext } from "../service";
import { CANARY, CANARY_BEGIN, CANARY_END, canaryRedactor } from "../testing/canary";
import { serviceContext } from "../testing/service-context";
import { ContainerEngine } from "./container-engine";
import { DEADLINE_LABEL } from "./container-options";
import { createDockerService } from "./docker-service";
import type { DockerSettings } from "./docker-settings";
import { imageName } from "./image-name";

const IMAGE = "toolwright-test:service";
const MEGABYTE = 1024 ** 2;

function settingsFor(socket: string, more: Partial<DockerSettings> = {}): DockerSettings {
  return { socket, images: [IMAGE], bridge: false, memory: 64 * MEGABYTE, cpus: 1, containers: 4, ...more };
}

interface Asked {
  arguments?: DockerRequest["arguments"];
  sandbox?: Partial<DockerRequest["sandbox"]>;
  timeoutMs?: number;
}

function request(command: string, { sandbox, arguments: rest, ...others }: Asked = {}): DockerRequest {
  return {
    tool: "run_it",
    arguments: { command, ...rest },
    sandbox: { type: "docker", image: IMAGE, ...sandbox },
    timeoutMs: 20_000,
    ...others,
  };
}

function context(signal: AbortSignal = new AbortController().signal): ServiceContext {
  return serviceContext({ signal, tool: "run_it", redactor: canaryRedactor });
}

describe("without an engine", () => {
  it("no socket set: the call fails in the documented words", async () => {
    expect(await createDockerService(undefined).execute(request("id"), context())).toEqual({
      error:
        'Tool "run_it" needs a Docker sandbox, which is unavailable, because the operator of this server has not set TOOLWRIGHT_DOCKER_SOCKET',
    });
  });

  it("nobody at the socket: the command is refused, not run elsewhere", async () => {
    const service = createDockerService(settingsFor("/nowhere/docker.sock"));
    expect(await service.execute(request("id"), context())).toEqual({
      error: expect.stringMatching(
        /^Docker sandbox unavailable \(.*ENOENT.*\): refusing to run the command on the host$/,
      ),
    });
  });

  it("something else at the socket: the command is refused", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "toolwright-socket-"));
    const socket = path.join(folder, "engine.sock");
    const server: Server = createServer((_, response) => response.writeHead(500).end("no engine"));
    await new Promise<void>((resolve) => server.listen(socket, resolve));
    try {
      const answer = await createDockerService(settingsFor(socket)).execute(request("id"), context());
      expect(answer).toEqual({
        error: expect.stringContaining('The Docker sandbox of the tool "run_it" could not run'),
      });
    } finally {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(folder, { recursive: true });
    }
  });

  it("serves only the tool that declares it, with the arguments of its call", () => {
    const service = createDockerService(undefined);
    expect(service.openTo).toBe("own-call");
    expect(service.argumentsOf?.(request("id"))).toEqual({ command: "id" });
  });
});

const socket = process.env.TEST_DOCKER_SOCKET ?? "";

describe.skipIf(socket === "")(
  "on a real engine (skipped unless TEST_DOCKER_SOCKET names its socket)",
  { timeout: 60_000 },
  () => {
    const service = createDockerService(settingsFor(socket));
    const docker = new Docker({ socketPath: socket });

    const ours = async () =>
      (await docker.listContainers({ all: true })).filter(({ Image }) => imageName(Image) === imageName(IMAGE));

    async function run(...of: Parameters<typeof request>): Promise<DockerResult> {
      return (await service.execute(request(...of), context())) as DockerResult;
    }

    beforeAll(() => importBusybox(socket, IMAGE), 60_000);

    afterAll(async () => {
      // The last claim about all of the above: nothing is left over.
      expect(await ours()).toEqual([]);
    });

    it("gives both streams, the exit code, the time and the command", async () => {
      const command = "echo out; echo err >&2; exit 3";
      expect(await run(command)).toEqual({
        stdout: "out\n",
        stderr: "err\n",
        exitCode: 3,
        timedOut: false,
        duration: expect.any(Number),
        command,
      });
    });

    it("is a shell's command line, with the working directory and the variables of the call", async () => {
      const { stdout } = await run('pwd; echo "$WHO $FIXED $HOME"; echo a | tr a b', {
        arguments: { cwd: "deep/er", env: { WHO: "Ann" } },
        sandbox: { env: { FIXED: "yes", WHO: "Bob" } },
      });
      expect(stdout).toBe("/workspace/deep/er\nAnn yes /workspace\nb\n");
    });

    it("is nobody, without a network, without rights, on a file system that it cannot write", async () => {
      const { stdout, stderr } = await run(
        "id -u; ls /sys/class/net; grep -E 'CapEff|CapBnd|NoNewPrivs|Seccomp:' /proc/self/status; echo x > /bin/x || echo refused; echo x > /etc/x || echo refused",
      );
      expect(stdout.split("\n")).toEqual(
        expect.arrayContaining([
          "1000",
          "lo",
          "CapBnd:\t0000000000000000",
          "CapEff:\t0000000000000000",
          "NoNewPrivs:\t1",
          "Seccomp:\t2",
        ]),
      );
      expect(stdout.match(/refused/g)).toHaveLength(2);
      expect(stdout).not.toContain("eth");
      expect(stderr).toContain("Read-only file system");
    });

    it("has an empty place of its own for files, which the next call does not see", async () => {
      expect((await run("echo secret > kept && cat /workspace/kept && echo x > /tmp/y && ls")).stdout).toBe(
        "secret\nkept\n",
      );
      expect((await run("ls -A /workspace /tmp")).stdout).not.toMatch(/kept|y$/m);
    });

    it("ends what runs out of time, with 124 and what it had written", async () => {
      const began = Date.now();
      expect(await run("echo begun; sleep 60", { timeoutMs: 1000 })).toMatchObject({
        stdout: "begun\n",
        exitCode: 124,
        timedOut: true,
      });
      expect(Date.now() - began).toBeLessThan(40_000);
    });

    it("ends what a person stops, at once, and leaves no container", async () => {
      const stop = new AbortController();
      const running = service.execute(request("sleep 60"), context(stop.signal));
      setTimeout(() => stop.abort("stopped"), 1500);
      await expect(running).rejects.toMatchObject({ code: "outside-stopped" });
      expect(await ours()).toEqual([]);
    });

    it("does not begin what was stopped before", async () => {
      await expect(service.execute(request("echo"), context(AbortSignal.abort("stopped")))).rejects.toMatchObject({
        code: "outside-stopped",
      });
    });

    it("holds a fork bomb and a memory bomb inside", async () => {
      const forks = await run("f() { f | f & }; f; sleep 1; echo alive", { sandbox: { resources: { pidsLimit: 20 } } });
      expect(forks.stderr).toContain("can't fork");
      const memory = await run("a=x; while :; do a=$a$a; done", { sandbox: { resources: { memory: "16MB" } } });
      expect(memory.exitCode).toBe(137);
    });

    it("keeps head and tail of long output, and ends what only writes", async () => {
      const long = await run("seq 1 30000");
      expect(long.stdout.length).toBeLessThanOrEqual(50_000);
      expect(long.stdout).toMatch(/^1\n2\n[\s\S]*bytes cut out of 168894 bytes …\]\n[\s\S]*30000\n$/);
      const flood = await run("yes");
      expect(flood).toMatchObject({
        exitCode: 137,
        timedOut: false,
        stderr: expect.stringContaining("it wrote more than"),
      });
    });

    it("keeps no half of a value that the cut goes through", async () => {
      const zeros = (count: number) => `head -c ${count} /dev/zero | tr '\\0' x`;
      const { stdout } = await run(
        `${zeros(24_945)}; printf ${CANARY}; ${zeros(90_000)}; printf ${CANARY}; ${zeros(24_940)}`,
      );
      expect(stdout).toContain("bytes cut out");
      expect(stdout).not.toContain(CANARY_BEGIN);
      expect(stdout).not.toContain(CANARY_END);
    });

    it("never pulls: an image that is allowed but not there is refused by name", async () => {
      const other = createDockerService(settingsFor(socket, { images: ["toolwright-test:absent"] }));
      expect(await other.execute(request("id", { sandbox: { image: "toolwright-test:absent" } }), context())).toEqual({
        error:
          'The image "toolwright-test:absent" is not on this server, and images are never pulled. Its operator can load it.',
      });
    });

    it("runs as many at once as the operator set, and the others after them", async () => {
      const one = createDockerService(settingsFor(socket, { containers: 1 }));
      let most = 0;
      const watch = setInterval(async () => {
        most = Math.max(most, (await ours()).length);
      }, 100);
      await Promise.all([1, 2, 3].map(() => one.execute(request("sleep 0.3"), context())));
      clearInterval(watch);
      expect(most).toBe(1);
    });

    it("removes what a killed server left behind, and nothing that somebody waits for", async () => {
      const make = (deadline: number) =>
        docker.createContainer({ Image: IMAGE, Cmd: ["true"], Labels: { [DEADLINE_LABEL]: String(deadline) } });
      const [old, waited] = await Promise.all([make(1000), make(3000)]);
      expect(await new ContainerEngine(socket).removeOverdue(2000)).toBe(1);
      expect((await ours()).map(({ Id }) => Id)).toEqual([waited.id]);
      await expect(old.inspect()).rejects.toMatchObject({ statusCode: 404 });
      await waited.remove();
    });
  },
);
