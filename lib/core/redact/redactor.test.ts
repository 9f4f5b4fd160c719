import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonValue } from "../errors/json-value";
import { createRedactor, defaultPatterns, isRedactable, patternsWithEmail, type Redactor } from "./redactor";
import type { Candidate } from "./token-pattern";

const CANARY = 's3cr3t/Canary+9f8e"7d & ü';
const redactor = createRedactor({ secrets: [{ name: "TOKEN", value: CANARY }] });

const base64 = (text: string) => Buffer.from(text).toString("base64");

/** Everything that a redactor does with a text in two pieces, and in pieces of one. */
function inPieces(of: Redactor, text: string): Set<string> {
  const results = new Set<string>();
  for (let at = 0; at <= text.length; at += 1) {
    const stream = of.stream();
    results.add(stream.push(text.slice(0, at)) + stream.push(text.slice(at)) + stream.flush());
  }
  const stream = of.stream();
  let written = "";
  for (let at = 0; at < text.length; at += 1) written += stream.push(text.charAt(at));
  return results.add(written + stream.flush());
}

describe("a secret value", () => {
  const forms: Record<string, string> = {
    plain: CANARY,
    "inside of a word": `x${CANARY}x`,
    "percent-encoded": encodeURIComponent(CANARY),
    "percent-encoded in small letters": encodeURIComponent(CANARY).replace(/%../g, (octet) => octet.toLowerCase()),
    "as a form field": new URLSearchParams({ q: CANARY }).toString().slice(2),
    "JSON-escaped": JSON.stringify(CANARY),
    "JSON inside of JSON": JSON.stringify(JSON.stringify(CANARY)),
    hex: Buffer.from(CANARY).toString("hex"),
    "hex in capitals": Buffer.from(CANARY).toString("hex").toUpperCase(),
    "base64 without padding": base64(CANARY).replace(/=/g, ""),
    base64: base64(CANARY),
    "base64 behind one byte": base64(`:${CANARY}:`),
    "base64 behind two bytes": base64(`u:${CANARY}, and so on`),
    "base64url behind one byte": Buffer.from(`:${CANARY}:`).toString("base64url"),
  };

  it.each(Object.keys(forms))("is taken out when it is written %s", (form) => {
    const written = redactor.text(`before ${forms[form]} after`);
    expect(written).toContain("[REDACTED:TOKEN]");
    expect(written).toMatch(/^before .*after$/);
    for (const other of Object.values(forms)) expect(written).not.toContain(other);
    expect(Buffer.from(written, "base64").toString()).not.toContain("s3cr3t");
  });

  it("is found in every alignment of base64 however short it is, and not by chance", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary-ascii", minLength: 4, maxLength: 6 }), fc.nat(5), (value, before) => {
        fc.pre(isRedactable(value));
        const short = createRedactor({ secrets: [{ name: "PIN", value }] });
        const encoded = base64(`${"-".repeat(before)}${value}~`);
        expect(short.text(encoded)).toContain("[REDACTED:PIN]");
      }),
    );
    const bytes = Buffer.from(Array.from({ length: 200_000 }, (_byte, index) => (index * 7919 + (index >> 3)) % 251));
    expect(createRedactor({ secrets: [{ name: "PIN", value: "9471" }] }).text(bytes.toString("base64"))).toBe(
      bytes.toString("base64"),
    );
  });

  it("is taken out whole when it holds another one, and with what overlaps it", () => {
    const both = createRedactor({
      secrets: [
        { name: "SHORT", value: "abcdef" },
        { name: "LONG", value: "abcdefghij" },
        { name: "TAIL", value: "hijklm" },
      ],
    });
    expect(both.text("-abcdefghij-abcdef-")).toBe("-[REDACTED:LONG]-[REDACTED:SHORT]-");
    expect(both.text("-abcdefghijklm-")).toBe("-[REDACTED:LONG]-");
  });

  it("of under four bytes, or of white space, is left alone", () => {
    const weak = createRedactor({
      secrets: [
        { name: "A", value: "abc" },
        { name: "B", value: "     " },
      ],
    });
    expect(weak.text("abc     abc")).toBe("abc     abc");
    expect(["abc", "    ", "", "abcd", "ééé"].map(isRedactable)).toEqual([false, false, false, true, true]);
  });

  it("is held back only as long as it could be one", () => {
    const stream = createRedactor({ secrets: [{ name: "T", value: "hunter22" }] }).stream();
    expect(stream.push("it is hun")).toBe("it is ");
    expect(stream.push("gry")).toBe("hungry");
    expect(stream.push(" hunter2")).toBe(" ");
    expect(stream.push("2!")).toBe("[REDACTED:T]!");
    expect(stream.push("hunt")).toBe("");
    expect(stream.flush()).toBe("hunt");
  });

  it("does not make a label out of a label", () => {
    const odd = createRedactor({
      secrets: [
        { name: "A", value: "REDACTED" },
        { name: "B", value: "]tail" },
      ],
    });
    expect(odd.text("REDACTED [REDACTED:A]tail")).toBe("[REDACTED:A] [REDACTED:A]tail");
  });
});

const jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U";
const pemBody = `${"MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj\n".repeat(3)}MzEfYyjiWA4R4==\n`;
const pem = (kind: string) => `-----BEGIN ${kind}-----\n${pemBody}-----END ${kind}-----`;
const letters = "aB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xY1zA2bC3d";
const patterned = createRedactor({ patterns: defaultPatterns });

describe("what looks like a token", () => {
  const tokens: [kind: string, text: string][] = [
    ["PRIVATE_KEY", pem("PRIVATE KEY")],
    ["PRIVATE_KEY", pem("RSA PRIVATE KEY")],
    ["PRIVATE_KEY", pem("EC PRIVATE KEY")],
    ["PRIVATE_KEY", pem("DSA PRIVATE KEY")],
    ["PRIVATE_KEY", pem("OPENSSH PRIVATE KEY")],
    ["PRIVATE_KEY", pem("ENCRYPTED PRIVATE KEY")],
    ["PRIVATE_KEY", pem("PGP PRIVATE KEY BLOCK")],
    ["PRIVATE_KEY", pem("PRIVATE KEY").replaceAll("\n", "\\n")],
    ["PRIVATE_KEY", pem("PRIVATE KEY").replaceAll("\n", " ")],
    [
      "PRIVATE_KEY",
      `-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0123456789ABCDEF\n\n${pemBody}-----END RSA PRIVATE KEY-----`,
    ],
    ["JWT", jwt],
    ["ANTHROPIC_KEY", `sk-ant-api03-${letters}`],
    ["API_KEY", `sk-${letters}`],
    ["API_KEY", `sk-proj-${letters}_${letters}`],
    ["API_KEY", `sk_live_${letters}`],
    ["API_KEY", `sk_test_${letters}`],
    ["API_KEY", `rk_live_${letters}`],
    ...["ghp", "gho", "ghu", "ghs", "ghr"].map((name): [string, string] => ["GITHUB_TOKEN", `${name}_${letters}`]),
    ["GITHUB_TOKEN", `github_pat_11ABCDEFG0_${letters}`],
    ["SLACK_TOKEN", "xoxb-123456789012-abcdefABCDEF"],
    ["SLACK_TOKEN", "xapp-1-A012345-6789-abcdef"],
    ["GOOGLE_API_KEY", `AIza${letters.slice(0, 35)}`],
    ["AWS_ACCESS_KEY", "AKIAIOSFODNN7EXAMPLE"],
    ["AWS_ACCESS_KEY", "ASIAIOSFODNN7EXAMPLE"],
    ["NPM_TOKEN", `npm_${letters.slice(0, 36)}`],
    ["GITLAB_TOKEN", `glpat-${letters.slice(0, 20)}`],
  ];

  it.each(tokens)("is taken out whole: %s %#", (kind, token) => {
    const label = `[REDACTED:${kind}]`;
    expect(patterned.text(token)).toBe(label);
    expect(patterned.text(`KEY=${token}\nnext`)).toBe(`KEY=${label}\nnext`);
    expect(patterned.text(JSON.stringify({ a: `\n${token}` }))).toBe(JSON.stringify({ a: `\n${label}` }));
    expect(inPieces(patterned, `("${token}").`)).toEqual(new Set([`("${label}").`]));
  });

  it("of a header keeps the header's words", () => {
    expect(patterned.text(`Authorization: Bearer ${letters}.x`)).toBe("Authorization: Bearer [REDACTED:BEARER_TOKEN]");
    expect(patterned.text(`authorization: bearer  ${letters}==`)).toBe(
      "authorization: bearer  [REDACTED:BEARER_TOKEN]",
    );
    expect(patterned.text(`Bearer ${jwt}, and more`)).toBe("Bearer [REDACTED:JWT], and more");
  });

  it("is only the password in a connection string", () => {
    const cases: [string, string][] = [
      ["postgres://user:hunter2@host:5432/db", "postgres://user:[REDACTED:PASSWORD]@host:5432/db"],
      ["mongodb+srv://u:p%40ss@a.b/c?d=e@f", "mongodb+srv://u:[REDACTED:PASSWORD]@a.b/c?d=e@f"],
      ["redis://:p@ss@127.0.0.1:6379", "redis://:[REDACTED:PASSWORD]@127.0.0.1:6379"],
      [
        `https://x-access-token:ghp_${letters}@github.com/a/b`,
        "https://x-access-token:[REDACTED:GITHUB_TOKEN]@github.com/a/b",
      ],
      ['{"url":"amqp://a:b@c"}', '{"url":"amqp://a:[REDACTED:PASSWORD]@c"}'],
    ];
    for (const [text, written] of cases) expect(inPieces(patterned, text)).toEqual(new Set([written]));
  });

  it("and was cut off goes as far as its lines look like a key", () => {
    const cut = `-----BEGIN PRIVATE KEY-----\n${pemBody.slice(0, 150)}`;
    expect(patterned.text(cut)).toBe("[REDACTED:PRIVATE_KEY]");
    expect(patterned.text(`${cut}\n\nThe rest: is told in words.`)).toMatch(/^\[REDACTED:PRIVATE_KEY\]\s+The rest: is/);
    expect(patterned.text(JSON.stringify({ cut, kept: "after" }))).toMatch(
      /^\{"cut":"\[REDACTED:PRIVATE_KEY\].*"after"\}$/,
    );
    expect(patterned.text(`${cut}… (cut)\n-----END PRIVATE KEY-----`)).toBe("[REDACTED:PRIVATE_KEY]");
    expect(patterned.text(`${cut}\n${pem("RSA PRIVATE KEY")}\nkept`)).toMatch(/^(\[REDACTED:PRIVATE_KEY\]\s+){2}kept$/);
  });

  it.each([
    "git@github.com:tuist/condukt.git",
    "ssh://git@github.com:22/tuist/condukt.git",
    "https://github.com/tuist/condukt.git",
    "https://user@example.com/path",
    "http://localhost:3000/@scope/package",
    "postgres://user:$PASSWORD@host/db",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: as it stands in a configuration file
    "postgres://user:${PASSWORD}@host/db",
    "postgres://<user>:<password>@host/db",
    "018f6b1c-9c2e-7c3a-a111-0123456789ab",
    "d41d8cd98f00b204e9800998ecf8427e",
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "sha512-v2kDEe57lecTulaDIuNTPy3Ry4gLGJ6Z1O3vE1krgXZNrsQ+LFTGHVxVjcXPs17LhbZVGedAJv8XZ1tvj5FvSg==",
    "task-force-of-something-long-enough-to-be-a-key",
    "<div class='sk-fading-circle-bounce-delay sk-cube-grid-animation'>",
    "the bearer of this letter, a bearer certificate",
    "desk-lamp, risk-adjusted, ask-me-anything-about-the-weather-today",
    "-----BEGIN CERTIFICATE-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQ\n-----END CERTIFICATE-----",
    "a key starts with -----BEGIN PRIVATE KEY----- and ends with -----END PRIVATE KEY-----, as every one does",
    "{{secret:GITHUB_TOKEN}}",
    "[REDACTED:AKIAIOSFODNN7EXAMPLE]",
    "eyJustAWord.toString().length",
    "AKIA is how an id begins",
  ])("is not %s", (text) => {
    expect(patterned.text(text)).toBe(text);
  });

  it("is not in pictures, or in other bytes as base64", () => {
    let seed = 42;
    const random = () => {
      seed = (seed * 1_664_525 + 1_013_904_223) % 2 ** 32;
      return seed >>> 24;
    };
    const bytes = Buffer.from(Array.from({ length: 400_000 }, random));
    for (const encoding of ["base64", "base64url", "hex"] as const) {
      const text = `data:image/png;base64,${bytes.toString(encoding)}`;
      expect(patterned.text(text)).toBe(text);
    }
  });

  it("is an e-mail address only where that is asked for, and a git remote never", () => {
    const withEmail = createRedactor({ patterns: patternsWithEmail });
    const text = "ada@example.com, git@github.com, git@github.com:a/b.git, me@host.example:path, ada@example.org.";
    expect(patterned.text(text)).toBe(text);
    expect(inPieces(withEmail, text)).toEqual(
      new Set(["[REDACTED:EMAIL], git@github.com, git@github.com:a/b.git, me@host.example:path, [REDACTED:EMAIL]."]),
    );
  });

  it("leaves ordinary text of a stream alone as it comes", () => {
    const stream = patterned.stream();
    expect(stream.push("The weather in Oslo is fi")).toBe("The weather in Oslo is fi");
    expect(stream.push("ne, s")).toBe("ne, ");
    expect(stream.push("o go out.")).toBe("so go out.");
  });
});

describe("a redactor", () => {
  const secrets = [
    { name: "TOKEN", value: CANARY },
    { name: "PIN", value: "12345678" },
    { name: "REDACTED", value: "REDACTED" },
    { name: "LOOP", value: "ababab" },
    { name: "AKIAIOSFODNN7EXAMPLE", value: "]x[R" },
  ];
  const full = createRedactor({ secrets, patterns: patternsWithEmail });
  const pieces = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom(
      ...secrets.map(({ value }) => value),
      base64(CANARY),
      encodeURIComponent(CANARY),
      "12345",
      "[REDACTED:TOKEN]",
      "[REDACTED:",
      "ab",
      "sk-",
      "sk-ant-",
      letters,
      "eyJ",
      ".",
      "-",
      "_",
      "AKIA",
      "IOSFODNN7EXAMPLE",
      "Bearer ",
      "postgres://u:",
      "@",
      "p@h",
      "a.co",
      ":",
      "/",
      "\n",
      "\\n",
      "-----BEGIN RSA PRIVATE KEY-----\n",
      "-----BEGIN ",
      "-----END RSA PRIVATE KEY-----",
      pemBody,
    ),
  );
  const texts = fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join(""));

  it("gives the same however the text is cut into pieces", () => {
    fc.assert(
      fc.property(texts, fc.array(fc.nat(40), { maxLength: 20 }), (text, cuts) => {
        const stream = full.stream();
        let written = "";
        let at = 0;
        for (const length of cuts) {
          written += stream.push(text.slice(at, at + length));
          at += length;
        }
        expect(written + stream.push(text.slice(at)) + stream.flush()).toBe(full.text(text));
      }),
      { numRuns: 1000 },
    );
    const every = `a ${CANARY} b ababababab [REDACTED:PIN] sk-ant-${letters} postgres://u:p@h ${jwt}. x@y.org`;
    expect(inPieces(full, every)).toEqual(new Set([full.text(every)]));
  });

  it("leaves no value and changes nothing twice", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const once = full.text(text);
        expect(full.text(once)).toBe(once);
        const bare = once.replaceAll(/\[REDACTED:\w+\]/g, "\0");
        for (const value of [CANARY, "12345678", "ababab", base64(CANARY)]) expect(bare).not.toContain(value);
      }),
      { numRuns: 1000 },
    );
  });

  it("takes out of every shape of JSON, and gives JSON of the same shape", () => {
    const json = fc.letrec<{ value: JsonValue }>((tie) => ({
      value: fc.oneof(
        { depthSize: "small" },
        texts,
        fc.constantFrom<JsonValue>(null, true, 12345678, 1.5, -123456789, "__proto__"),
        fc.array(tie("value")),
        fc.dictionary(fc.oneof(texts, fc.constantFrom("__proto__", "constructor")), tie("value")),
      ),
    })).value;
    fc.assert(
      fc.property(json, (value) => {
        const before = JSON.stringify(value);
        const written = full.value(value);
        expect(JSON.stringify(value)).toBe(before);
        const text = JSON.stringify(written).replaceAll(/\[REDACTED:\w+\]/g, "");
        for (const hidden of ["12345678", JSON.stringify(CANARY).slice(1, -1), "ababab"])
          expect(text).not.toContain(hidden);
        expect(full.value(written)).toEqual(written);
        const shape = (node: JsonValue): unknown =>
          Array.isArray(node)
            ? node.map(shape)
            : typeof node === "object" && node !== null
              ? Object.values(node).map(shape)
              : 0;
        expect(shape(written)).toEqual(shape(value));
      }),
      { numRuns: 500 },
    );
  });

  it("keeps members apart whose names become the same, and takes out of names", () => {
    expect(full.value({ [CANARY]: 1, [base64(CANARY)]: 2, plain: CANARY })).toEqual({
      "[REDACTED:TOKEN]": 1,
      "[REDACTED:TOKEN] (2)": 2,
      plain: "[REDACTED:TOKEN]",
    });
  });

  it("does not throw for a value nested deeper than calls can be", () => {
    let deep: JsonValue = CANARY;
    for (let level = 0; level < 100_000; level += 1) deep = [deep];
    let at: JsonValue = full.value(deep);
    while (Array.isArray(at)) at = at[0] ?? null;
    expect(at).toBe("[REDACTED:TOKEN]");
  });

  it("tells where something is without changing it", () => {
    expect(patterned.find(`one\n${jwt}\nAKIAIOSFODNN7EXAMPLE`)).toEqual([
      { start: 4, end: 4 + jwt.length, label: "[REDACTED:JWT]" },
      { start: 5 + jwt.length, end: 25 + jwt.length, label: "[REDACTED:AWS_ACCESS_KEY]" },
    ]);
  });

  it("looks at a hostile text a number of times that does not grow with it", () => {
    let looks = 0;
    const counted = patternsWithEmail.map((pattern) => ({
      ...pattern,
      open(prefixLength: number): Candidate {
        const candidate = pattern.open(prefixLength);
        return {
          continues(code) {
            looks += 1;
            return candidate.continues(code);
          },
          accept(text, next) {
            looks += text.length;
            return candidate.accept(text, next);
          },
        };
      },
    }));
    const watched = createRedactor({ patterns: counted });
    const units = [
      "a",
      "eyJ",
      "eyJ.",
      "sk-",
      "-",
      "://a:",
      "a@",
      "bearer ",
      "-----BEGIN PRIVATE KEY-----",
      "a.",
      "\\n",
    ];
    for (const unit of [...units, units.join(""), units.toReversed().join("")]) {
      const text = unit.repeat(Math.ceil(200_000 / unit.length));
      looks = 0;
      watched.text(text);
      expect(looks, unit).toBeLessThan(text.length * 2 * counted.length);
    }
  });
});
