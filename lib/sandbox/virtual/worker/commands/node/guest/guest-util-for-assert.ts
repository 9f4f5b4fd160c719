import { inspect } from "./guest-inspect";

const kindOf = (value: unknown) => Object.prototype.toString.call(value).slice(8, -1);

/** What the assertions ask of Node's `util`. */
export { inspect };
export const types = {
  isPromise: (value: unknown) => value instanceof Promise,
  isRegExp: (value: unknown) => value instanceof RegExp,
  isDate: (value: unknown) => value instanceof Date,
  isNativeError: (value: unknown) => value instanceof Error,
  isArrayBufferView: (value: unknown) => ArrayBuffer.isView(value),
  isAnyArrayBuffer: (value: unknown) => value instanceof ArrayBuffer,
  isFloat32Array: (value: unknown) => value instanceof Float32Array,
  isFloat64Array: (value: unknown) => value instanceof Float64Array,
  isUint8Array: (value: unknown) => value instanceof Uint8Array,
  isMap: (value: unknown) => value instanceof Map,
  isSet: (value: unknown) => value instanceof Set,
  isBoxedPrimitive: (value: unknown) =>
    typeof value === "object" && /^(Number|String|Boolean|Symbol|BigInt)$/.test(kindOf(value)),
  isNumberObject: (value: unknown) => typeof value === "object" && kindOf(value) === "Number",
  isStringObject: (value: unknown) => typeof value === "object" && kindOf(value) === "String",
  isBooleanObject: (value: unknown) => typeof value === "object" && kindOf(value) === "Boolean",
  isBigIntObject: (value: unknown) => typeof value === "object" && kindOf(value) === "BigInt",
  isSymbolObject: (value: unknown) => typeof value === "object" && kindOf(value) === "Symbol",
};
