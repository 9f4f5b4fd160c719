import type { z } from "zod";
import type { Sandbox } from "../sandbox/sandbox";
import type { StandardOutput, StandardSchema } from "../schema/standard-schema";
import type { Outside } from "./outside";

export const TOOL_CATEGORIES = [
  "math",
  "text",
  "file",
  "network",
  "system",
  "utility",
  "web",
  "database",
  "communication",
  "development",
] as const;
export type ToolCategory = (typeof TOOL_CATEGORIES)[number];

export const SIDE_EFFECTS = ["filesystem", "network", "database", "process", "external"] as const;
export type SideEffect = (typeof SIDE_EFFECTS)[number];

/** A JSON Schema document as plain data. */
export type JsonSchema = { [key: string]: unknown };

/**
 * A Zod schema, a schema of another library that can say what it takes as JSON Schema, or plain JSON Schema with an object
 * at its root. All are checked before `execute` runs.
 */
export type ToolParameters = z.ZodType | StandardSchema | JsonSchema;

/** What `execute` receives: the schema's output for Zod, unknown members for plain JSON Schema. */
export type ParametersOutput<P> = P extends z.ZodType
  ? z.output<P>
  : P extends StandardSchema
    ? StandardOutput<P>
    : Record<string, unknown>;

export type ToolOptions = Readonly<Record<string, unknown>>;

/** `typeof fetch` where the platform has one; core itself is built for none. */
export type Fetch = typeof globalThis extends { fetch: infer F } ? F : never;

export interface ToolContext<Options extends ToolOptions = ToolOptions> {
  /** The agent's name; `"hand"` for a call made by a person. */
  agentId: string;
  agent: { name: string };
  runId: string;
  callId: string;
  sessionId: string;
  threadId?: string;
  userId?: string;
  channelType?: string;
  channelId?: string;
  /** All file and shell work goes through it. */
  sandbox: Sandbox;
  /** For path arithmetic only. */
  cwd: string;
  /** Services of the page and the server. Absent where a tool is called without a host, as in a unit test. */
  outside?: Outside;
  /**
   * The fetch standard, for this call. The global `fetch` is the same wherever it can tell which call asks: where one call runs,
   * at the start of a call, and with the call's `signal`. Reading is open; other methods need that a person approved the call.
   */
  fetch?: Fetch;
  /** Handles of what this tool was granted: text that stands for a value which only the server knows and fills in. */
  secrets: Readonly<Record<string, string>>;
  /** The options this tool was registered with. */
  opts: Options;
  /** What the session's tools share, as it was when this batch of calls began. A tool adds to it with `assign()`. */
  assigns: Readonly<Record<string, unknown>>;
  /** Aborted when the run is stopped, times out, or the tool's own `timeout` passes. */
  signal: AbortSignal;
  log(...values: unknown[]): void;
  /** `fraction` from 0 to 1, or undefined when unknown. */
  progress(message: string, fraction?: number): void;
}

export type ToolSandbox =
  | {
      type: "webcontainer";
      /** The npm packages that `execute` may import, each with its version or range. */
      dependencies?: Readonly<Record<string, string>>;
      timeout?: number;
    }
  | {
      type: "wasm";
      /** Path in the workspace, or base64 of the module. */
      wasmModule: string;
      timeout?: number;
      memory?: string;
    }
  | {
      type: "docker";
      image: string;
      network?: { mode: "none" | "bridge" };
      resources?: { memory?: string; cpus?: number; pidsLimit?: number };
      timeout?: number;
      /** Where a command starts; `/workspace` when left out, an empty place in memory. The call's own `cwd` goes before it. */
      workdir?: string;
      /** Fixed variables. The call's own `env` goes before them. */
      env?: Readonly<Record<string, string>>;
    };

/** Written as a method so that `Tool<P>` stays assignable to `Tool`: lists of tools hold many parameter types. */
export type ApprovalPredicate<P extends ToolParameters> = {
  decide(params: ParametersOutput<P>): boolean | Promise<boolean>;
}["decide"];

/** A method for the same reason. */
export type FurtherSideEffects<P extends ToolParameters> = {
  of(params: ParametersOutput<P>): readonly SideEffect[];
}["of"];

export interface ToolConfig<
  P extends ToolParameters = ToolParameters,
  R = unknown,
  O extends ToolOptions = ToolOptions,
> {
  /** 1 to 64 characters of `A-Z a-z 0-9 _ -`. May be computed from the options the tool is registered with. */
  name: string | ((opts: O) => string);
  description: string | ((opts: O) => string);
  parameters: P | ((opts: O) => P);
  execute(params: ParametersOutput<P>, context: ToolContext<O>): R | Promise<R>;
  category?: ToolCategory;
  tags?: readonly string[];
  sideEffects?: readonly SideEffect[];
  /** What a call with these parameters touches beyond `sideEffects`; a throw adds nothing. Whoever approves the call is told. */
  furtherSideEffects?: FurtherSideEffects<P>;
  /** A throwing predicate, and one that answers anything but `false`, counts as yes. */
  requiresApproval?: boolean | ApprovalPredicate<P>;
  /** Milliseconds a call may take; the code is really stopped. */
  timeout?: number;
  sandbox?: ToolSandbox;
  /** Calls of this tool run one after another, even when a model asks for several at once. */
  exclusive?: boolean;
  /** For a tool that is asked again and again, as one that polls: an answer that stays the same is never taken for a loop. */
  repeatable?: boolean;
}

/** A tool with its options applied: name, description and parameters are values. */
export interface Tool<P extends ToolParameters = ToolParameters, R = unknown> {
  readonly name: string;
  readonly description: string;
  readonly parameters: P;
  execute(params: ParametersOutput<P>, context: ToolContext): R | Promise<R>;
  readonly category?: ToolCategory;
  readonly tags?: readonly string[];
  readonly sideEffects?: readonly SideEffect[];
  readonly furtherSideEffects?: FurtherSideEffects<P>;
  readonly requiresApproval?: boolean | ApprovalPredicate<P>;
  readonly timeout?: number;
  readonly sandbox?: ToolSandbox;
  readonly exclusive?: boolean;
  readonly repeatable?: boolean;
  /** The options it was registered with; `{}` when there are none. */
  readonly opts: ToolOptions;
  /** The same definition with other options; equal computed names are refused where tools are listed. */
  with(opts: ToolOptions): Tool<P, R>;
  toJSON(): ToolSchema;
}

/** What a model is told about a tool. The root is always an object schema; the input side of the parameters. */
export interface ToolSchema {
  name: string;
  description: string;
  parameters: JsonSchema;
}
