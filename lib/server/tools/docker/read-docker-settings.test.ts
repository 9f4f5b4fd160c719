import { describe, expect, it } from "vitest";
import { readEnvironment } from "../../env";

describe("the settings for containers", () => {
  it("are none without a socket, whatever else is set", () => {
    expect(readEnvironment({}).docker).toBeUndefined();
    expect(
      readEnvironment({ TOOLWRIGHT_DOCKER_SOCKET: "", TOOLWRIGHT_DOCKER_IMAGES: "busybox" }).docker,
    ).toBeUndefined();
  });

  it("grant no image and no network that the operator did not name", () => {
    expect(readEnvironment({ TOOLWRIGHT_DOCKER_SOCKET: "/var/run/docker.sock" }).docker).toEqual({
      socket: "/var/run/docker.sock",
      images: [],
      bridge: false,
      memory: 512 * 1024 ** 2,
      cpus: 1,
      containers: 4,
    });
  });

  it("are what the operator named", () => {
    const docker = readEnvironment({
      TOOLWRIGHT_DOCKER_SOCKET: "unix:///run/podman/podman.sock",
      TOOLWRIGHT_DOCKER_IMAGES: "python:3.12-slim, busybox,",
      TOOLWRIGHT_DOCKER_NETWORK: "bridge",
      TOOLWRIGHT_DOCKER_MEMORY: "1GB",
      TOOLWRIGHT_DOCKER_CPUS: "2.5",
      TOOLWRIGHT_DOCKER_CONTAINERS: "2",
    }).docker;
    expect(docker).toEqual({
      socket: "/run/podman/podman.sock",
      images: ["python:3.12-slim", "busybox"],
      bridge: true,
      memory: 1024 ** 3,
      cpus: 2.5,
      containers: 2,
    });
  });

  it.each([
    ["TOOLWRIGHT_DOCKER_SOCKET", "tcp://127.0.0.1:2375", "must be the path of a socket"],
    ["TOOLWRIGHT_DOCKER_NETWORK", "host", 'must be "none" or "bridge"'],
    ["TOOLWRIGHT_DOCKER_MEMORY", "512m", "must be a number above 0 with a unit"],
    ["TOOLWRIGHT_DOCKER_CPUS", "0", "TOOLWRIGHT_DOCKER_CPUS"],
    ["TOOLWRIGHT_DOCKER_CONTAINERS", "some", "TOOLWRIGHT_DOCKER_CONTAINERS"],
  ])("refuse to start with %s=%s", (name, value, words) => {
    expect(() => readEnvironment({ [name]: value })).toThrow(words);
  });
});
