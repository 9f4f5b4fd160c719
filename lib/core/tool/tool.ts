import { isCallableSchema } from "../schema/standard-schema";
import { toolParametersSchema } from "../schema/tool-parameters-schema";
import { toolToSchema } from "../schema/tool-to-schema";
import { checkSandbox } from "./check-sandbox";
import { checkDescription, checkFields, checkName, checkOptions, definitionError, kindOf } from "./check-tool";
import {
  SIDE_EFFECTS,
  type SideEffect,
  type Tool,
  type ToolConfig,
  type ToolOptions,
  type ToolParameters,
  type ToolSchema,
} from "./tool-types";

/** Options that every tool understands: they replace the tool's own setting where it is listed. */
export type SharedToolOptions = {
  requiresApproval?: boolean;
  timeout?: number;
};

/** A tool that remembers which options its definition takes. */
export interface DefinedTool<
  P extends ToolParameters = ToolParameters,
  R = unknown,
  O extends ToolOptions = ToolOptions,
> extends Tool<P, R> {
  with(opts: O & SharedToolOptions): DefinedTool<P, R, O>;
}

/**
 * Defines a tool. `execute` gets its parameter types from `parameters`; what is written is checked at once, and a
 * `ToolwrightError` says which field is wrong and what to write instead.
 *
 * `name`, `description` and `parameters` may be functions of the options a tool is listed with (`tool.with(options)` or
 * `[tool, options]`). They are computed when they are first read, so a definition that needs options can stand without.
 */
export function tool<P extends ToolParameters, R, O extends ToolOptions = ToolOptions>(
  config: ToolConfig<P, R, O>,
): DefinedTool<P, R, O> {
  if (typeof config !== "object" || config === null) {
    throw definitionError(
      "invalid-tool",
      "tool",
      `tool() was given ${kindOf(config)}.`,
      "Give it one object: `tool({ name, … })`.",
    );
  }
  const { name, description, parameters } = config;
  if (typeof name !== "function") checkName(name);
  const label = typeof name === "string" ? name : "(computed name)";
  if (typeof description !== "function") checkDescription(description, label);
  if (parameters === undefined) {
    throw definitionError(
      "bad-schema",
      "parameters",
      `The tool "${label}" has no "parameters".`,
      "Write `parameters: z.object({ … })`, with nothing in it for a tool that takes none.",
    );
  }
  if (!isComputed(parameters)) toolParametersSchema(parameters);
  checkFields({ ...config }, label);
  checkSandbox(config.sandbox, label);
  return applyOptions(config, {} as O);
}

function applyOptions<P extends ToolParameters, R, O extends ToolOptions>(
  config: ToolConfig<P, R, O>,
  opts: O & SharedToolOptions,
): DefinedTool<P, R, O> {
  const name = once(() => {
    const value: unknown = typeof config.name === "function" ? config.name(opts) : config.name;
    checkName(value);
    return value;
  });
  const description = once(() => {
    const value: unknown = typeof config.description === "function" ? config.description(opts) : config.description;
    checkDescription(value, name());
    return value;
  });
  const parameters = once(() => {
    const value = isComputed(config.parameters) ? config.parameters(opts) : config.parameters;
    toolParametersSchema(value);
    return value;
  });
  return {
    // Enumerable getters: `{ ...someTool, timeout: 5000 }` is a tool as well.
    get name() {
      return name();
    },
    get description() {
      return description();
    },
    get parameters() {
      return parameters();
    },
    execute: (params, context) => config.execute(params, { ...context, opts }),
    ...present("category", config.category),
    ...present("tags", config.tags),
    ...present("sideEffects", sideEffectsOf(config)),
    ...present("furtherSideEffects", config.furtherSideEffects),
    ...present("requiresApproval", opts.requiresApproval ?? config.requiresApproval ?? asksByItsPlace(config)),
    ...present("timeout", opts.timeout ?? config.timeout),
    ...present("sandbox", config.sandbox),
    ...present("exclusive", config.exclusive),
    ...present("repeatable", config.repeatable),
    opts,
    with(other) {
      checkOptions(other, typeof config.name === "string" ? config.name : "(computed name)");
      return applyOptions(config, other);
    },
    toJSON(): ToolSchema {
      return toolToSchema(this);
    },
  };
}

/** Node runs whatever a package holds and reaches any host: that is so whatever the author says of the tool itself. */
function sideEffectsOf({ sideEffects, sandbox }: Pick<ToolConfig, "sideEffects" | "sandbox">) {
  if (sandbox?.type !== "webcontainer") return sideEffects;
  const all = new Set<SideEffect>([...(sideEffects ?? []), "process", "network", "filesystem"]);
  return SIDE_EFFECTS.filter((effect) => all.has(effect));
}

/** Code of strangers runs there, so a person is asked unless the author says otherwise. */
function asksByItsPlace({ sandbox }: Pick<ToolConfig, "sandbox">): true | undefined {
  return sandbox?.type === "webcontainer" ? true : undefined;
}

/** A schema of some libraries is a function itself. */
function isComputed<P extends ToolParameters, O>(parameters: P | ((opts: O) => P)): parameters is (opts: O) => P {
  return typeof parameters === "function" && !isCallableSchema(parameters);
}

function present<K extends string, V>(key: K, value: V | undefined): { [key in K]?: V } {
  return value === undefined ? {} : ({ [key]: value } as { [key in K]?: V });
}

/** Computes a value the first time it is asked for; a throw is not remembered. */
function once<T>(compute: () => T): () => T {
  let known: { value: T } | undefined;
  return () => {
    known ??= { value: compute() };
    return known.value;
  };
}
