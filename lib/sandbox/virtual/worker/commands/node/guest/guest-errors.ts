import { ask } from "./guest-host";

/** Gives the engine's errors the form of Node's: a stack that begins with name and message, ten frames, no internal ones. */
const INTERNAL = "node:internal";
const NATIVE_KINDS = [
  "Error",
  "TypeError",
  "RangeError",
  "SyntaxError",
  "ReferenceError",
  "EvalError",
  "URIError",
] as const;

type AnyConstructor = new (...given: unknown[]) => Error;
type MutableErrorConstructor = ErrorConstructor & { stackTraceLimit: number };

const NativeError = Error;
const hasHeader = new WeakSet<object>();

/** What the host puts before the first line of a CommonJS file. */
const WRAPPER_LENGTH = "(function (exports, require, module, __filename, __dirname) { ".length;
const wrapped = new Set<string>();

export function noteWrapped(path: string): void {
  wrapped.add(path);
}

function withOwnColumn(frame: string): string {
  return frame.replace(/([^\s(]+):1:(\d+)(\)?)$/, (whole, path: string, column: string, end: string) =>
    wrapped.has(path) ? `${path}:1:${Math.max(1, Number(column) - WRAPPER_LENGTH)}${end}` : whole,
  );
}

function framesOf(stack: string): string[] {
  const limit = (globalThis.Error as MutableErrorConstructor).stackTraceLimit;
  return stack
    .split("\n")
    .filter((line) => line.startsWith("    at ") && !line.includes(INTERNAL) && !line.endsWith("(native)"))
    .slice(0, typeof limit === "number" ? limit : 10)
    .map(withOwnColumn);
}

function header(error: object): string {
  try {
    return Error.prototype.toString.call(error);
  } catch {
    return "Error";
  }
}

function setStack(error: object, frames: readonly string[]): void {
  hasHeader.add(error);
  const value = [header(error), ...frames].join("\n");
  Object.defineProperty(error, "stack", { value, writable: true, configurable: true, enumerable: false });
}

const TRANSLATIONS: readonly [RegExp, string][] = [
  [/^'(.+)' is not defined$/, "$1 is not defined"],
  [/^cannot read property '(.*)' of (undefined|null)$/, "Cannot read properties of $2 (reading '$1')"],
  [/^cannot set property '(.*)' of (undefined|null)$/, "Cannot set properties of $2 (setting '$1')"],
  [/^'(.+)' is read-only$/, "Assignment to constant variable."],
  [/^(.+) is not initialized$/, "Cannot access '$1' before initialization"],
  [/^unexpected token in expression: '(.+)'$/, "Unexpected token '$1'"],
  [/^unexpected end of input$/, "Unexpected end of input"],
  [
    /^Could not find export '(.+)' in module '(.+)'$/,
    "The requested module '$2' does not provide an export named '$1'",
  ],
  [/^stack overflow$/, "Maximum call stack size exceeded"],
  [/^empty array$/, "Reduce of empty array with no initial value"],
  [/^cannot convert bigint to number$/, "Cannot mix BigInt and other types, use explicit conversions"],
  [/^invalid array length$/, "Invalid array length"],
  [/^expecting hex digit$/, "URI malformed"],
  [/^cannot convert symbol to string$/, "Cannot convert a Symbol value to a string"],
  [/^invalid 'instanceof' right operand$/, "Right-hand side of 'instanceof' is not callable"],
];

const CALLED = /[\w$]+(?:\??\.[\w$]+|\[[^\]]*\])*$/;

/** Of a call that a function ends with the engine gives the place of the whole statement. */
const RETURNED = /^return\s+([\w$]+(?:\.[\w$]+)*)\((?:[^()]|\([^()]*\))*\)\s*;?\s*\}?$/;

/** The engine does not say what is no function; the place that it points at does. */
function nameCalled(error: Error, frame: string | undefined): void {
  if (error.message !== "not a function" || frame === undefined) return;
  const [, file = "", line = "", column = ""] = /\(?((?:file:\/\/)?[^\s()]+):(\d+):(\d+)\)?$/.exec(frame) ?? [];
  if (file === "") return;
  const text = ask<string | null>("sourceLine", file, Number(line)) ?? "";
  const at = Number(column) - 1;
  const name = text[at] === "(" ? CALLED.exec(text.slice(0, at))?.[0] : RETURNED.exec(text.slice(at))?.[1];
  if (name === undefined) return;
  Object.defineProperty(error, "message", {
    value: `${name} is not a function`,
    writable: true,
    configurable: true,
    enumerable: false,
  });
}

/** An error that the engine itself threw has not passed through the constructors below; this makes up for it. */
export function completeError(error: unknown): void {
  if (!(error instanceof NativeError) || hasHeader.has(error)) return;
  const stack = String(error.stack ?? "");
  if (stack !== "" && !stack.startsWith("    at ")) return;
  for (const [pattern, words] of TRANSLATIONS) {
    if (pattern.test(error.message)) {
      Object.defineProperty(error, "message", {
        value: error.message.replace(pattern, words),
        writable: true,
        configurable: true,
        enumerable: false,
      });
      break;
    }
  }
  const frames = framesOf(stack);
  nameCalled(error, frames[0]);
  setStack(error, frames);
  completeError(error.cause);
}

export function installErrors(): void {
  const scope = globalThis as unknown as Record<string, AnyConstructor>;
  for (const kind of [...NATIVE_KINDS, "AggregateError"]) {
    const Native = scope[kind] as AnyConstructor;
    const Wrapped = function (this: unknown, ...given: unknown[]) {
      const error = Reflect.construct(Native, given, new.target ?? Wrapped) as Error;
      setStack(error, framesOf(String(error.stack ?? "")));
      return error;
    } as unknown as AnyConstructor;
    Object.defineProperty(Wrapped, "name", { value: kind, configurable: true });
    Object.defineProperty(Wrapped, "length", { value: Native.length, configurable: true });
    Object.defineProperty(Wrapped, "prototype", { value: Native.prototype, writable: false });
    Object.defineProperty(Native.prototype, "constructor", { value: Wrapped, writable: true, configurable: true });
    if (kind !== "Error") Object.setPrototypeOf(Wrapped, scope.Error as object);
    Object.defineProperty(globalThis, kind, { value: Wrapped, writable: true, configurable: true });
  }
  // A full stack is a RangeError in Node.
  const { InternalError } = scope;
  if (InternalError !== undefined) {
    Object.setPrototypeOf(InternalError.prototype, RangeError.prototype);
    Object.defineProperty(InternalError, "name", { value: "RangeError", configurable: true });
    Object.defineProperty(InternalError.prototype, "name", { value: "RangeError", writable: true, configurable: true });
  }
  const Final = scope.Error as unknown as MutableErrorConstructor;
  Final.stackTraceLimit = 10;
  Object.defineProperty(Final, "captureStackTrace", {
    value: (target: object) => setStack(target, framesOf(String(new NativeError().stack ?? ""))),
    writable: true,
    configurable: true,
  });
}
