import Docker from "dockerode";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DockerRequest } from "@/lib/core/call/docker-request";
import type { Database } from "../../db/database";
import { stopRun } from "../../runs/stop-run";
import { checkOf, codeOf, collect, Harness, RUNNER, unwrap } from "../../testing/harness";
import { importBusybox } from "../../testing/import-busybox";
import { testEngines } from "../../testing/open-test-database";
import { type StartService, startService } from "../dispatch/start-service";
import { createDockerService } from "./docker-service";
import { imageName } from "./image-name";

const IMAGE = "toolwright-test:dispatch";
const socket = process.env.TEST_DOCKER_SOCKET ?? "";

describe.skipIf(socket === "")(
  "a docker tool's call, from the log to the container (skipped unless TEST_DOCKER_SOCKET)",
  { timeout: 60_000 },
  () => {
    let database: Database;
    let harness: Harness;
    const docker = new Docker({ socketPath: socket });

    beforeAll(async () => {
      const [embedded] = testEngines;
      if (embedded === undefined) throw new Error("there is an embedded database");
      [database] = await Promise.all([embedded.open(), importBusybox(socket, IMAGE)]);
      const images = [IMAGE];
      const service = createDockerService({
        socket,
        images,
        bridge: false,
        memory: 64 * 1024 ** 2,
        cpus: 1,
        containers: 2,
      });
      harness = new Harness(database, { tools: { services: [service] } });
    }, 120_000);
    afterAll(() => database.close());

    async function running(command: string): Promise<StartService> {
      const { id } = await harness.session();
      const { runId } = await harness.handRun(id, JSON.stringify({ command }));
      unwrap(await harness.record(id, runId, await checkOf("c_1", { command }, false)));
      unwrap(await harness.record(id, runId, { type: "call-claim", callId: "c_1", by: "whoever" }));
      const input: DockerRequest = {
        tool: "weather",
        arguments: { command },
        sandbox: { type: "docker", image: IMAGE },
        timeoutMs: 30_000,
      };
      const address = { sessionId: id, runId, runnerId: RUNNER, callId: "c_1", ordinal: 0 };
      return { ...address, service: "docker", input, settings: {}, withinMs: 60_000 };
    }

    const ask = (request: StartService) => startService(harness.context, harness.owner, request);

    it("runs the command that was checked", async () => {
      const events = await collect(unwrap(await ask(await running("echo from inside"))));
      expect(events).toMatchObject([{ type: "end", value: { stdout: "from inside\n", exitCode: 0 } }]);
    });

    it("does not run another", async () => {
      const request = await running("echo harmless");
      const input = { ...request.input, arguments: { command: "echo other" } };
      expect(codeOf(await ask({ ...request, input }))).toBe("outside-refused");
    });

    it("is ended, container and all, by the stop of its run", async () => {
      const request = await running("sleep 60");
      const events = collect(unwrap(await ask(request)));
      const ours = async () =>
        (await docker.listContainers()).filter(({ Image }) => imageName(Image) === imageName(IMAGE));
      await expect.poll(async () => (await ours()).length, { timeout: 30_000 }).toBe(1);
      await stopRun(harness.context, harness.owner, request);
      expect(await events).toMatchObject([{ type: "refusal", code: "outside-stopped" }]);
      await expect.poll(async () => (await ours()).length, { timeout: 30_000 }).toBe(0);
    });
  },
);
