import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

type Tokens = Map<string, readonly [number, number, number]>;

const css = readFileSync(new URL("./globals.css", import.meta.url), "utf8");

function tokensOf(selector: string): Tokens {
  const block = css.slice(css.indexOf(`\n${selector} {`));
  const body = block.slice(0, block.indexOf("\n}"));
  return new Map(
    [...body.matchAll(/--([a-z-]+): oklch\(([\d.]+) ([\d.]+) ([\d.]+)\);/g)].map((match) => [
      String(match[1]),
      [Number(match[2]), Number(match[3]), Number(match[4])] as const,
    ]),
  );
}

/** Relative luminance of an OKLCH colour, by way of linear sRGB (clipped, as a screen does). */
function luminance([lightness, chroma, hue]: readonly [number, number, number]): number {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const clip = (channel: number) => Math.min(1, Math.max(0, channel));
  const red = clip(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s);
  const green = clip(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s);
  const blue = clip(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(tokens: Tokens, text: string, ground: string): number {
  const pair = [text, ground].map((name) => {
    const token = tokens.get(name);
    if (!token) throw new Error(`no token --${name}`);
    return luminance(token);
  });
  const [low = 0, high = 0] = pair.sort((one, other) => one - other);
  return (high + 0.05) / (low + 0.05);
}

const GROUNDS = ["background", "card", "popover", "muted", "accent"];
const PAIRS = [
  ...GROUNDS.flatMap((ground) => [
    ["foreground", ground],
    ["muted-foreground", ground],
  ]),
  ...["primary", "waiting", "danger"].flatMap((tone) => [
    [`${tone}-foreground`, tone],
    [`${tone}-text`, `${tone}-soft`],
    [`${tone}-text`, "card"],
    [`${tone}-text`, "muted"],
    ["foreground", `${tone}-soft`],
  ]),
  ...["key", "string", "number", "literal", "comment"].map((kind) => [`code-${kind}`, "card"]),
].map(([text, ground]) => ({ text: String(text), ground: String(ground) }));

describe.each([
  ["light", ":root"],
  ["dark", ".dark"],
])("the %s scheme", (_name, selector) => {
  const tokens = tokensOf(selector);

  it.each(PAIRS)("shows $text on $ground with at least 4.5 to 1", ({ text, ground }) => {
    expect(contrast(tokens, text, ground)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(["control", "ring"])("shows the edge of a %s with at least 3 to 1 on a pane", (edge) => {
    expect(contrast(tokens, edge, "card")).toBeGreaterThanOrEqual(3);
  });
});
