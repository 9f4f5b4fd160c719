import { SandboxError } from "./sandbox-error";

export function notFound(path: string): SandboxError {
  return new SandboxError("not-found", `${path} does not exist.`, { path });
}

export function isDirectory(path: string): SandboxError {
  return new SandboxError("is-directory", `${path} is a directory.`, { path });
}

export function notDirectory(path: string): SandboxError {
  return new SandboxError("not-directory", `${path} is not a directory.`, { path });
}

export function alreadyExists(path: string): SandboxError {
  return new SandboxError("exists", `${path} exists already.`, { path });
}
