import type { JsonValue } from "../errors/json-value";

type Container = JsonValue[] | { [key: string]: JsonValue };

/**
 * The value with every text in it passed through `redact`: strings, names of members, and numbers, which become text when
 * their digits hold something. Two members whose names become the same are told apart. However deep it is, it does not throw.
 */
export function redactJson(value: JsonValue, redact: (text: string) => string): JsonValue {
  let root: JsonValue = null;
  // A stack of our own: a value may be nested deeper than calls can be.
  const open: { value: JsonValue; put(written: JsonValue): void }[] = [
    {
      value,
      put: (written) => {
        root = written;
      },
    },
  ];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value: current, put } = next;
    if (typeof current === "string") put(redact(current));
    else if (typeof current === "number") put(redactNumber(current, redact));
    else if (typeof current !== "object" || current === null) put(current);
    else {
      const made = emptyLike(current, redact);
      put(made.container);
      for (const [key, member] of made.members) {
        open.push({ value: member, put: (written) => define(made.container, key, written) });
      }
    }
  }
  return root;
}

/** Members are put in their places first, so that their order stays. */
function emptyLike(
  value: Container,
  redact: (text: string) => string,
): { container: Container; members: [string | number, JsonValue][] } {
  if (Array.isArray(value)) return { container: value.map(() => null), members: [...value.entries()] };
  const container: { [key: string]: JsonValue } = {};
  const members: [string, JsonValue][] = [];
  for (const [key, member] of Object.entries(value)) {
    const plain = redact(key);
    let name = plain;
    for (let count = 2; Object.hasOwn(container, name); count += 1) name = `${plain} (${count})`;
    define(container, name, null);
    members.push([name, member]);
  }
  return { container, members };
}

/** As an own member, whatever its name: an assignment to `__proto__` would set the prototype. */
function define(container: Container, key: string | number, value: JsonValue): void {
  Object.defineProperty(container, key, { value, enumerable: true, configurable: true, writable: true });
}

function redactNumber(value: number, redact: (text: string) => string): JsonValue {
  const text = String(value);
  const redacted = redact(text);
  return redacted === text ? value : redacted;
}
