import {
  CODE,
  isAlphanumeric,
  isAlphanumericOrDash,
  isBearerPart,
  isMailPart,
  isUserInfo,
  isWord,
  isWordDashOrDot,
  isWordOrDash,
  trimEndOf,
} from "./character-class";
import { privateKeyPattern } from "./private-key-pattern";
import type { TokenPattern } from "./token-pattern";

const JWT = /(?:^|\.)(eyJ[\w-]{5,}(?:\.[\w-]{4,}){2})/;
const PLACEHOLDER = /^(?:\$\w+|%\w|\*+|x{3,}|\.{3})$/i;
const SHORTEST_BEARER = 16;

/** Where two take out the same, the first names it. */
export const tokenPatterns: readonly TokenPattern[] = [
  privateKeyPattern,
  {
    kind: "JWT",
    prefixes: ["eyJ"],
    open: () => ({
      continues: isWordDashOrDot,
      accept(text) {
        const found = JWT.exec(text);
        if (found?.[1] === undefined) return undefined;
        // All that hangs together: an encrypted one has five parts.
        const end = trimEndOf(text, (code) => code === CODE.dot).length;
        return [found.index + found[0].length - found[1].length, end];
      },
    }),
  },
  token("ANTHROPIC_KEY", ["sk-ant-"], isWordOrDash, (body) => body.length >= 20),
  token("API_KEY", ["sk_live_", "sk_test_", "rk_live_", "rk_test_"], isAlphanumeric, (body) => body.length >= 16),
  token("API_KEY", ["sk-"], isWordOrDash, (body) => body.length >= 20 && looksRandom(body)),
  token("GITHUB_TOKEN", ["ghp_", "gho_", "ghu_", "ghs_", "ghr_"], isAlphanumeric, (body) => body.length >= 30),
  token("GITHUB_TOKEN", ["github_pat_"], isWord, (body) => body.length >= 22),
  token(
    "SLACK_TOKEN",
    [..."abcdeoprs"].map((letter) => `xox${letter}-`),
    isAlphanumericOrDash,
    (body) => body.length >= 10,
  ),
  token("SLACK_TOKEN", ["xapp-"], isAlphanumericOrDash, (body) => body.length >= 10),
  token("GOOGLE_API_KEY", ["AIza"], isWordOrDash, (body) => body.length >= 35),
  token("AWS_ACCESS_KEY", ["AKIA", "ASIA"], isAlphanumeric, (body) => /^[A-Z0-9]{16}$/.test(body)),
  token("NPM_TOKEN", ["npm_"], isAlphanumeric, (body) => body.length >= 36),
  token("GITLAB_TOKEN", ["glpat-"], isWordDashOrDot, (body) => body.length >= 20),
  {
    kind: "BEARER_TOKEN",
    prefixes: ["bearer "],
    anyCase: true,
    open: (prefixLength) => {
      let hasBegun = false;
      return {
        continues(code) {
          if (code === CODE.space) return !hasBegun;
          hasBegun = true;
          return isBearerPart(code);
        },
        accept(text) {
          let from = prefixLength;
          while (text.charCodeAt(from) === CODE.space) from += 1;
          const body = trimEndOf(text.slice(from), (code) => code === CODE.dot);
          return body.length >= SHORTEST_BEARER && looksRandom(body) ? [from, from + body.length] : undefined;
        },
      };
    },
  },
  {
    kind: "PASSWORD",
    prefixes: ["://"],
    anywhere: true,
    open: (prefixLength) => ({
      continues: isUserInfo,
      accept(text) {
        const colon = text.indexOf(":", prefixLength);
        const at = text.lastIndexOf("@");
        if (colon === -1 || at <= colon + 1) return undefined;
        return PLACEHOLDER.test(text.slice(colon + 1, at)) ? undefined : [colon + 1, at];
      },
    }),
  },
];

/** Not among the others: an address is no secret, and it is taken out only where somebody asks for it. */
export const emailPattern: TokenPattern = {
  kind: "EMAIL",
  prefixes: [],
  begins: (code, last) =>
    isMailPart(code) && code !== CODE.at && (last === undefined || !(isMailPart(last) || last === CODE.slash)),
  open: () => ({
    continues: isMailPart,
    accept(text, next) {
      const address = trimEndOf(text, (code) => code === CODE.dot);
      // `git@host:path` and `user@host:path` name a remote place, not a person.
      const isRemote = address.startsWith("git@") || (next === CODE.colon && address.length === text.length);
      return !isRemote && /^[\w.%+-]+@(?:[A-Za-z0-9-]+\.)+[A-Za-z]{2,}$/.test(address)
        ? [0, address.length]
        : undefined;
    },
  }),
};

function token(
  kind: string,
  prefixes: readonly string[],
  continues: (code: number) => boolean,
  looksRight: (body: string) => boolean,
): TokenPattern {
  return {
    kind,
    prefixes,
    open: (prefixLength) => ({
      continues,
      accept(text) {
        const whole = trimEndOf(text, (code) => code === CODE.dot || code === CODE.dash);
        return looksRight(whole.slice(prefixLength)) ? [0, whole.length] : undefined;
      },
    }),
  };
}

/** Names made of words, such as `sk-fading-circle-bounce-delay`, have no long stretch without a dash. */
function looksRandom(body: string): boolean {
  return /[A-Za-z0-9]{16}/.test(body) || (body.length >= 40 && /\d/.test(body));
}
