import { expect, it } from "vitest";
import { imageName } from "./image-name";

it.each([
  ["busybox", "docker.io/library/busybox:latest"],
  ["busybox:latest", "docker.io/library/busybox:latest"],
  ["library/busybox", "docker.io/library/busybox:latest"],
  ["docker.io/busybox", "docker.io/library/busybox:latest"],
  ["index.docker.io/library/busybox:1", "docker.io/library/busybox:1"],
  ["python:3.12-slim", "docker.io/library/python:3.12-slim"],
  ["team/tool", "docker.io/team/tool:latest"],
  ["localhost/tool", "localhost/tool:latest"],
  ["registry.example.com:5000/team/tool:2", "registry.example.com:5000/team/tool:2"],
  ["busybox@sha256:abc", "docker.io/library/busybox@sha256:abc"],
])("%s is %s", (name, full) => {
  expect(imageName(name)).toBe(full);
});

it.each([
  ["python:3.12-slim", "python:3.12"],
  ["python", "evil/python"],
  ["python", "evil.example.com/library/python"],
  ["python", "sha256:abc"],
])("%s and %s are two images", (one, other) => {
  expect(imageName(one)).not.toBe(imageName(other));
});
