/**
 * What can be said about anything that was thrown. Never throws, whatever the value is: a revoked proxy, an object whose
 * `message` getter throws, `undefined`. Returns an empty string when the value carries no words of its own.
 */
export function errorText(thrown: unknown): string {
  try {
    if (typeof thrown === "string") return thrown;
    if (typeof thrown === "object" && thrown !== null) {
      const message: unknown = (thrown as { message?: unknown }).message;
      if (typeof message === "string") return message;
      return "";
    }
    if (thrown === undefined || thrown === null) return "";
    return String(thrown);
  } catch {
    return "";
  }
}

/** A word for what kind of value was thrown, for a sentence such as "threw an Error without a message". */
export function describeThrown(thrown: unknown): string {
  try {
    if (thrown === undefined) return "undefined";
    if (thrown === null) return "null";
    if (thrown === "") return "an empty string";
    if (typeof thrown !== "object") return `a ${typeof thrown}`;
    const name: unknown = (thrown as { name?: unknown }).name;
    if (typeof name === "string" && name !== "") return /^[AEIOU]/i.test(name) ? `an ${name}` : `a ${name}`;
    return "an object";
  } catch {
    return "a value that cannot be read";
  }
}
