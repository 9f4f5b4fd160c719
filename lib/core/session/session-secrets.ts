import type { Problem } from "../errors/result";

/** One secret that a session may use: everything about it but its value. */
export interface SecretSummary {
  name: string;
  /** `typed`: by the owner, kept in the server's memory. `operator`: lent by whoever runs the server. */
  provider: "typed" | "operator";
  /** Where it comes from, in words. */
  source: string;
  /** Whether its value is there now. */
  resolved: boolean;
  /** Why it is not. */
  problem?: Problem;
  tools: string[];
  /** Host names, `*.example.com`, `process`, `mail`. */
  hosts: string[];
}

/** A secret that the server lends and the session has not taken. */
export interface OfferedSecret {
  name: string;
  source: string;
  tools: string[];
  hosts: string[];
}

export interface SessionSecrets {
  secrets: SecretSummary[];
  offered: OfferedSecret[];
}

export interface SaveSecretInput {
  sessionId: string;
  name: string;
  provider: "typed" | "operator";
  /** Of a typed one; left out when only who may use it changes. */
  value?: string;
  tools: string[];
  hosts: string[];
}

/** One time that a value was given out. */
export interface SecretUseEntry {
  id: string;
  name: string;
  tool: string;
  runId: string;
  callId: string;
  /** Where it went: a host, `process`, or `mail`. */
  target: string;
  at: number;
}

/** A place in what a link would show that looks like a secret. */
export interface SecretFinding {
  /** What it stands in: a definition file, a file of the workspace, the arguments of a call. */
  place: "definition" | "workspace" | "arguments";
  /** The path, or the tool of the call. */
  name: string;
  line: number;
  /** The kind of token, as in its label. */
  kind: string;
}

export interface SecretScan {
  findings: SecretFinding[];
  /** Files that were not looked into: too large, or no text. */
  unread: string[];
}
