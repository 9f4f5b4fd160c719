import "server-only";
import { fail, ok, type Problem, type Result } from "@/lib/core/errors/result";
import { createRedactor, defaultPatterns, type NamedSecret, type Redactor } from "@/lib/core/redact/redactor";
import type { OperatorSecret } from "./secret-settings";

/** What a session's texts pass through on their way anywhere. */
export interface SessionRedactors {
  /** Known values only: for what is carried out as it stands. */
  exact: Redactor;
  /** And what looks like a secret: for what is told. */
  full: Redactor;
}

interface OperatorEntry {
  secret: OperatorSecret;
  value?: string;
  problem?: Problem;
  loading?: Promise<Result<string>>;
  failedAt?: number;
}

interface SessionValues {
  typed: Map<string, string>;
  /** Given out and then replaced or taken back: they may still come back in a text. */
  formerly: NamedSecret[];
  used: Set<string>;
}

/** Characters of values that one session may hold: what is searched for in every text has its price. */
export const MOST_CHARACTERS_OF_SESSION = 8_192;
export const MOST_SECRETS_OF_SESSION = 30;
const MOST_SESSIONS = 2_000;
const MOST_CACHED = 20;
const RETRY_AFTER_MS = 30_000;

/**
 * The values of secrets, in the memory of this process and nowhere else: those that owners typed are gone with it, the
 * operator's are loaded again. Knows the redactor of every session.
 */
export class SecretVault {
  readonly #operator: ReadonlyMap<string, OperatorEntry>;
  readonly #own: readonly NamedSecret[];
  readonly #now: () => number;
  readonly #sessions = new Map<string, SessionValues>();
  readonly #redactors = new Map<string, SessionRedactors>();
  #version = 0;

  /** `own` are the server's keys: nobody may use them here, and nobody shall read them. */
  constructor(
    options: { operator?: readonly OperatorSecret[]; own?: readonly NamedSecret[]; now?: () => number } = {},
  ) {
    this.#operator = new Map((options.operator ?? []).map((secret) => [secret.name, { secret }]));
    this.#own = options.own ?? [];
    this.#now = options.now ?? Date.now;
  }

  get operatorSecrets(): OperatorSecret[] {
    return [...this.#operator.values()].map(({ secret }) => secret);
  }

  /** How the last attempt to load an operator's secret ended; undefined while there was none. */
  operatorState(name: string): Result<void> | undefined {
    const entry = this.#operator.get(name);
    if (entry?.value !== undefined) return ok(undefined);
    return entry?.problem === undefined ? undefined : { ok: false, problem: entry.problem };
  }

  /** Loads once; a failure is tried again after a while. */
  async operatorValue(name: string): Promise<Result<string>> {
    const entry = this.#operator.get(name);
    if (entry === undefined) return fail("not-found", `The server lends no secret named ${name}.`);
    if (entry.value !== undefined) return ok(entry.value);
    if (entry.problem !== undefined && this.#now() - (entry.failedAt ?? 0) < RETRY_AFTER_MS) {
      return { ok: false, problem: entry.problem };
    }
    entry.loading ??= this.#load(entry).finally(() => {
      entry.loading = undefined;
    });
    return entry.loading;
  }

  async #load(entry: OperatorEntry): Promise<Result<string>> {
    let loaded: Result<string>;
    try {
      loaded = await entry.secret.load();
    } catch {
      // A provider that throws may hold the secret in its words.
      loaded = fail("secret-provider-failed", `The provider of ${entry.secret.name} failed.`);
    }
    if (loaded.ok) {
      entry.value = loaded.value;
      entry.problem = undefined;
      this.#version += 1;
    } else {
      entry.problem = loaded.problem;
      entry.failedAt = this.#now();
    }
    return loaded;
  }

  typedValue(sessionId: string, name: string): string | undefined {
    return this.#sessions.get(sessionId)?.typed.get(name);
  }

  /** The characters of all values that a session holds but for one. */
  charactersBeside(sessionId: string, name: string): number {
    let characters = 0;
    for (const [other, value] of this.#sessions.get(sessionId)?.typed ?? []) {
      if (other !== name) characters += value.length;
    }
    return characters;
  }

  keep(sessionId: string, name: string, value: string): void {
    this.forget(sessionId, name);
    this.#of(sessionId).typed.set(name, value);
    this.#version += 1;
  }

  forget(sessionId: string, name: string): void {
    const values = this.#sessions.get(sessionId);
    const value = values?.typed.get(name);
    if (values === undefined || value === undefined) return;
    values.typed.delete(name);
    if (values.used.has(value)) {
      values.formerly.push({ name, value });
      if (values.formerly.length > MOST_SECRETS_OF_SESSION) values.formerly.shift();
    }
    this.#version += 1;
  }

  /** From now on the value may stand in any text of the session, whatever becomes of the secret. */
  noteUse(sessionId: string, name: string, value: string): void {
    const values = this.#of(sessionId);
    if (values.used.has(value)) return;
    values.used.add(value);
    if (values.typed.get(name) !== value) {
      values.formerly.push({ name, value });
      this.#version += 1;
    }
  }

  /** `enabled` are the operator's secrets that the session may use: others cannot have come into it. */
  redactors(sessionId: string, enabled: readonly string[]): SessionRedactors {
    const key = [this.#version, sessionId, ...enabled].join(" ");
    const known = this.#redactors.get(key);
    if (known !== undefined) return known;
    const values = this.#sessions.get(sessionId);
    const secrets = [
      ...[...(values?.typed ?? [])].map(([name, value]) => ({ name, value })),
      ...(values?.formerly ?? []),
      ...enabled.flatMap((name) => this.#loaded(name)),
      ...this.#own,
    ];
    const redactors = {
      exact: createRedactor({ secrets }),
      full: createRedactor({ secrets, patterns: defaultPatterns }),
    };
    this.#redactors.set(key, redactors);
    dropOldest(this.#redactors, MOST_CACHED);
    return redactors;
  }

  /** For what belongs to no session, or to one that may hold any of the operator's: the server's own log, words of errors. */
  logRedactor(sessionId = ""): Redactor {
    return this.redactors(sessionId, [...this.#operator.keys()]).full;
  }

  #loaded(name: string): NamedSecret[] {
    const value = this.#operator.get(name)?.value;
    return value === undefined ? [] : [{ name, value }];
  }

  #of(sessionId: string): SessionValues {
    const values = this.#sessions.get(sessionId) ?? { typed: new Map(), formerly: [], used: new Set() };
    // Set anew, so that the map's order is by last use.
    this.#sessions.delete(sessionId);
    this.#sessions.set(sessionId, values);
    dropOldest(this.#sessions, MOST_SESSIONS);
    return values;
  }
}

function dropOldest(map: Map<string, unknown>, most: number): void {
  if (map.size <= most) return;
  const oldest = map.keys().next().value;
  if (oldest !== undefined) map.delete(oldest);
}
