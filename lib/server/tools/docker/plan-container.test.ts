import { describe, expect, it } from "vitest";
import type { DockerRequest } from "@/lib/core/call/docker-request";
import { containerOptions } from "./container-options";
import type { DockerSettings } from "./docker-settings";
import { planContainer } from "./plan-container";

const MEGABYTE = 1024 ** 2;
const settings: DockerSettings = {
  socket: "/run/docker.sock",
  images: ["python:3.12-slim"],
  bridge: false,
  memory: 512 * MEGABYTE,
  cpus: 1,
  containers: 4,
};

type Sandbox = DockerRequest["sandbox"];

function plan(sandbox: Partial<Sandbox>, args: DockerRequest["arguments"] = { command: "ls" }, timeoutMs = 30_000) {
  const request: DockerRequest = {
    tool: "run_python",
    arguments: args,
    sandbox: { type: "docker", image: "python:3.12-slim", ...sandbox },
    timeoutMs,
  };
  return planContainer("run_python", request, settings);
}

describe("planContainer", () => {
  it("gives the documented defaults", () => {
    expect(plan({})).toEqual({
      ok: true,
      value: {
        image: "python:3.12-slim",
        command: "ls",
        directory: "/workspace",
        env: { HOME: "/workspace" },
        network: "none",
        memory: 256 * MEGABYTE,
        cpus: 1,
        pids: 100,
        timeoutMs: 30_000,
      },
    });
  });

  it("takes what the tool asks for and what the call says, the call's word last", () => {
    const sandbox: Partial<Sandbox> = {
      resources: { memory: "128MB", cpus: 0.5, pidsLimit: 10 },
      workdir: "/srv/",
      env: { A: "tool", B: "tool" },
    };
    expect(plan(sandbox, { command: "ls", cwd: "in", env: { B: "call" }, ignored: 1 })).toMatchObject({
      value: { directory: "/srv/in", env: { A: "tool", B: "call" }, memory: 128 * MEGABYTE, cpus: 0.5, pids: 10 },
    });
    expect(plan(sandbox, { command: "ls", cwd: "/etc" })).toMatchObject({ value: { directory: "/etc" } });
  });

  it.each<[Partial<Sandbox>, string]>([
    [{ image: "python:3.13" }, 'asks for the image "python:3.13", which the operator of this server does not allow'],
    [{ image: "sha256:3102a47de868" }, "which the operator of this server does not allow"],
    [{ network: { mode: "bridge" } }, "asks for a network, which the operator of this server does not allow"],
    [{ resources: { memory: "1GB" } }, "asks for 1GB of memory; this server gives 536870912 bytes at most"],
    [{ resources: { memory: "256m" } }, "Invalid memory format: 256m"],
    [{ resources: { memory: "0" } }, "Invalid memory format: 0"],
    [{ resources: { memory: "1MB" } }, "6291456 are needed at least"],
    [{ resources: { cpus: 8 } }, "asks for 8 cpus; this server gives 1 at most"],
    [{ resources: { pidsLimit: 5000 } }, "asks for 5000 processes; 100 are given at most"],
  ])("refuses %j by name", (sandbox, words) => {
    expect(plan(sandbox)).toMatchObject({ ok: false, problem: { message: expect.stringContaining(words) } });
  });

  it.each<[DockerRequest["arguments"], string]>([
    [{}, "command: must be the command, as text"],
    [{ command: "" }, "command: must not be empty"],
    [{ command: ["ls"] }, "command: must be the command, as text"],
    [{ command: "ls", cwd: 1 }, "cwd: must be a path"],
    [{ command: "ls", env: { "A=B": "c" } }, "env.A=B"],
    [{ command: "ls", env: { A: 1 } }, "env.A: must hold texts"],
  ])("refuses the arguments %j", (args, words) => {
    expect(plan({}, args)).toMatchObject({ ok: false, problem: { message: expect.stringContaining(words) } });
  });

  it("refuses a time that nobody would wait for", () => {
    expect(plan({}, { command: "ls" }, 3_600_000)).toMatchObject({ ok: false });
  });
});

describe("containerOptions", () => {
  it("says everything that a container is not given", () => {
    const made = plan({});
    if (!made.ok) throw new Error("it is a plan");
    const options = containerOptions(made.value, "toolwright-1", 5);
    expect(options).toMatchObject({ User: "1000:1000", Entrypoint: ["sh", "-c"], NetworkDisabled: true });
    // Both are words of their own: nothing in them is read by the shell that enters the directory.
    expect(options.Cmd?.slice(1)).toEqual(["sh", "/workspace", "ls"]);
    expect(options.HostConfig).toMatchObject({
      NetworkMode: "none",
      Memory: 256 * MEGABYTE,
      MemorySwap: 256 * MEGABYTE,
      PidsLimit: 100,
      ReadonlyRootfs: true,
      CapDrop: ["ALL"],
      SecurityOpt: ["no-new-privileges"],
    });
    expect(options.HostConfig).not.toHaveProperty("Binds");
    expect(options.HostConfig).not.toHaveProperty("Privileged");
  });
});
