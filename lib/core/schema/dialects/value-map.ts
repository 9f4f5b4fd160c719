/**
 * Takes a value between the author's form and a provider's form. Both ways are total: a value that fits neither schema
 * comes out as it went in where it does not fit, and the check before the call says what is wrong with it.
 */
export interface ValueMap {
  /** From the provider's form to the author's. */
  back(value: unknown): unknown;
  /** From the author's form to the provider's. */
  forth(value: unknown): unknown;
}

export const SAME: ValueMap = { back: (value) => value, forth: (value) => value };

type Members = { [name: string]: unknown };

function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Also for a member named `__proto__`. */
function fromEntries(entries: readonly (readonly [string, unknown])[]): Members {
  return Object.fromEntries(entries);
}

export interface MemberMap {
  /** The member's name in the provider's form. */
  name: string;
  value: ValueMap;
  /** Absence is written as null, and null means absence. */
  nullIsAbsent: boolean;
  /** Absence is written as null although null has a meaning of its own. */
  absentIsNull: boolean;
}

/** Where an object keeps the members that its schema does not name. */
export interface RestMap {
  name: string;
  pairs: ValueMap;
}

/** With `isClosed`, members that the schema does not name have no place in the provider's form, and are left away. */
export function objectMap(
  members: ReadonlyMap<string, MemberMap>,
  { rest, isClosed = false, others = SAME }: { rest?: RestMap | undefined; isClosed?: boolean; others?: ValueMap } = {},
): ValueMap {
  const renamed = new Map(Array.from(members, ([name, member]) => [member.name, name]));
  const plain = Array.from(members.entries()).every(
    ([name, member]) => member.name === name && member.value === SAME && !member.nullIsAbsent && !member.absentIsNull,
  );
  if (plain && rest === undefined && !isClosed && others === SAME) return SAME;
  return {
    back(value) {
      if (!isMembers(value)) return value;
      const entries: [string, unknown][] = [];
      for (const [sent, inner] of Object.entries(value)) {
        if (rest !== undefined && sent === rest.name) {
          const more = inner === null ? {} : rest.pairs.back(inner);
          if (isMembers(more))
            for (const entry of Object.entries(more)) if (!members.has(entry[0])) entries.push(entry);
          continue;
        }
        const name = renamed.get(sent);
        const member = name === undefined ? undefined : members.get(name);
        if (name === undefined || member === undefined) entries.push([sent, others.back(inner)]);
        else if (!(inner === null && member.nullIsAbsent)) entries.push([name, member.value.back(inner)]);
      }
      return fromEntries(entries);
    },
    forth(value) {
      if (!isMembers(value)) return value;
      const entries: [string, unknown][] = [];
      for (const [name, member] of members) {
        if (Object.hasOwn(value, name)) entries.push([member.name, member.value.forth(value[name])]);
        else if (member.nullIsAbsent || member.absentIsNull) entries.push([member.name, null]);
      }
      const unnamed = Object.entries(value).filter(([name]) => !members.has(name));
      if (rest !== undefined) entries.push([rest.name, rest.pairs.forth(fromEntries(unnamed))]);
      else if (!isClosed) for (const [name, inner] of unnamed) entries.push([name, others.forth(inner)]);
      return fromEntries(entries);
    },
  };
}

export function listMap(item: ValueMap): ValueMap {
  if (item === SAME) return SAME;
  const each = (map: (value: unknown) => unknown) => (value: unknown) =>
    Array.isArray(value) ? value.map((one) => map(one)) : value;
  return { back: each(item.back), forth: each(item.forth) };
}

/** Every position of a list by its own map, and what follows by `rest`. */
export function eachMap(positions: readonly ValueMap[], rest: ValueMap): ValueMap {
  if (rest === SAME && positions.every((position) => position === SAME)) return SAME;
  const each = (way: "back" | "forth") => (value: unknown) =>
    Array.isArray(value) ? value.map((one, at) => (positions[at] ?? rest)[way](one)) : value;
  return { back: each("back"), forth: each("forth") };
}

/** A record as a list of `{ key, value }`. */
export function pairsMap(value: ValueMap): ValueMap {
  return {
    back(list) {
      if (!Array.isArray(list) || !list.every((pair) => isMembers(pair) && typeof pair.key === "string")) return list;
      return fromEntries(list.map((pair: Members) => [String(pair.key), value.back(pair.value)] as const));
    },
    forth(record) {
      if (!isMembers(record)) return record;
      return Object.entries(record).map(([key, inner]) => ({ key, value: value.forth(inner) }));
    },
  };
}

/** A tuple as an object with one member a position, and `rest` for what follows. */
export function positionsMap(positions: readonly MemberMap[], rest: RestMap | undefined): ValueMap {
  return {
    back(value) {
      if (!isMembers(value)) return value;
      const list: unknown[] = [];
      for (const position of positions) {
        const inner = value[position.name];
        if (!Object.hasOwn(value, position.name) || (inner === null && position.nullIsAbsent)) return list;
        list.push(position.value.back(inner));
      }
      const more = rest === undefined ? [] : rest.pairs.back(value[rest.name]);
      return Array.isArray(more) ? [...list, ...more] : list;
    },
    forth(value) {
      if (!Array.isArray(value)) return value;
      const entries: [string, unknown][] = [];
      for (const [index, position] of positions.entries()) {
        if (index < value.length) entries.push([position.name, position.value.forth(value[index])]);
        else if (position.nullIsAbsent || position.absentIsNull) entries.push([position.name, null]);
      }
      if (rest !== undefined) entries.push([rest.name, rest.pairs.forth(value.slice(positions.length))]);
      return fromEntries(entries);
    },
  };
}

/** Any value as the text of its JSON. A text that is not JSON is the value itself. */
export const JSON_TEXT: ValueMap = {
  back(value) {
    if (typeof value !== "string") return value;
    try {
      return JSON.parse(value) as unknown;
    } catch {
      return value;
    }
  },
  forth: (value) => (value === undefined ? value : JSON.stringify(value)),
};

/** Fixed values under names. */
export function constantsMap(
  names: ReadonlyMap<string, unknown>,
  equal: (a: unknown, b: unknown) => boolean,
): ValueMap {
  return {
    back: (value) => (typeof value === "string" && names.has(value) ? structuredClone(names.get(value)) : value),
    forth(value) {
      for (const [name, constant] of names) if (equal(constant, value)) return name;
      return value;
    },
  };
}

export interface Alternative {
  map: ValueMap;
  /** Whether a value in the provider's form is of this alternative. */
  isSent(value: unknown): boolean;
  /** Whether a value in the author's form is. */
  isWritten(value: unknown): boolean;
}

/** The first alternative that a value fits decides. */
export function choiceMap(alternatives: readonly Alternative[]): ValueMap {
  if (alternatives.every(({ map }) => map === SAME)) return SAME;
  return {
    back: (value) => (alternatives.find((one) => one.isSent(value))?.map ?? SAME).back(value),
    forth: (value) => (alternatives.find((one) => one.isWritten(value))?.map ?? SAME).forth(value),
  };
}

/** One after the other toward the provider, and in the other order back. */
export function chainMap(maps: readonly ValueMap[]): ValueMap {
  const changing = maps.filter((map) => map !== SAME);
  if (changing.length === 0) return SAME;
  return {
    back: (value) => changing.reduceRight((inner, map) => map.back(inner), value),
    forth: (value) => changing.reduce((inner, map) => map.forth(inner), value),
  };
}

/** For a schema that refers to itself: looked up when it is used. */
export function lazyMap(find: () => ValueMap): ValueMap {
  return { back: (value) => find().back(value), forth: (value) => find().forth(value) };
}

/** Null stays null, everything else goes through. */
export function nullableMap(map: ValueMap): ValueMap {
  if (map === SAME) return SAME;
  return {
    back: (value) => (value === null ? null : map.back(value)),
    forth: (value) => (value === null ? null : map.forth(value)),
  };
}

/** The whole of the arguments as one member. */
export function wrapMap(name: string, map: ValueMap): ValueMap {
  return {
    back(value) {
      if (!isMembers(value) || !Object.hasOwn(value, name)) return map.back(value);
      return map.back(value[name]);
    },
    forth: (value) => fromEntries([[name, map.forth(value)]]),
  };
}
