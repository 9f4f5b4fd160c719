import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { beforeEach, describe, expect, test } from "vitest";
import { type ShellOverFiles, shellOverFiles } from "@/lib/testing/shell-over-files";
import { createNodeCommands } from "./node";

let shell: ShellOverFiles;
beforeEach(() => {
  shell = shellOverFiles(createNodeCommands(async () => ({ ok: false, code: "outside-not-approved", message: "No." })));
});

/** `shown` for every expression: its value, or the name and words of what it throws. */
function showing(expressions: readonly string[]): string {
  const lines = expressions.map((text) => `show(() => ${text});`);
  const show = `const show = (work) => {
    try { console.log(JSON.stringify(work())) } catch (error) { console.log(error.name + ": " + error.message) }
  };`;
  return [show, ...lines].join("\n");
}

async function realNode(source: string, zone = "UTC"): Promise<string> {
  const env = { ...process.env, TZ: zone, LC_ALL: "en_US.UTF-8", LANG: "en_US.UTF-8" };
  return (await promisify(execFile)(process.execPath, ["-e", source], { env })).stdout;
}

const MOMENT = "new Date(1700000000000)";

describe("what depends on a language in the shell's node", () => {
  test.each<[what: string, expressions: string[]]>([
    [
      "the order of texts",
      [
        `"a".localeCompare("B")`,
        `["b", "a", "Z", "ä", "z", "A"].sort((one, other) => one.localeCompare(other))`,
        `["z", "ä", "a"].sort(new Intl.Collator("sv").compare)`,
        `["10", "9", "1"].sort(new Intl.Collator(undefined, { numeric: true }).compare)`,
        `"a".localeCompare("A", undefined, { sensitivity: "base" })`,
        `"résumé".localeCompare("resume", "en", { sensitivity: "base", usage: undefined })`,
        `"a\\0b".localeCompare("a\\0c")`,
      ],
    ],
    [
      "the case of letters",
      [`"i".toLocaleUpperCase("tr")`, `"I".toLocaleLowerCase(["tr", "en"])`, `"ß".toLocaleUpperCase()`],
    ],
    [
      "numbers",
      [
        `(1234.5).toLocaleString("en-US")`,
        `(1234.5).toLocaleString()`,
        `(1234567.891).toLocaleString("de-DE", { maximumFractionDigits: 1 })`,
        `(-0).toLocaleString("en")`,
        `NaN.toLocaleString("en") + Infinity.toLocaleString("en")`,
        `12345678901234567890n.toLocaleString("en-US")`,
        `(5).toLocaleString("en-US", { style: "currency", currency: "EUR", minimumFractionDigits: undefined })`,
        `[1234.5, null, new Date(0), "a", 5000n].toLocaleString("de-DE", { timeZone: "UTC" })`,
        `new Float64Array([1234.5, 2]).toLocaleString("de-DE")`,
        `[1, 2000].map(new Intl.NumberFormat("en-US", { minimumFractionDigits: 2 }).format)`,
        `Intl.NumberFormat("en").formatToParts(1234.5)`,
        `new Intl.NumberFormat("fr").resolvedOptions().locale`,
      ],
    ],
    [
      "dates",
      [
        `new Date(0).toLocaleDateString("en-US")`,
        `${MOMENT}.toLocaleString()`,
        `${MOMENT}.toLocaleTimeString("en-GB", { timeZone: "Asia/Tokyo" })`,
        `${MOMENT}.toLocaleDateString("de-DE", { weekday: "long", month: "long", day: "numeric", timeZone: undefined })`,
        `new Date(NaN).toLocaleString("en-US")`,
        `new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" }).format(${MOMENT})`,
        `new Intl.DateTimeFormat("en-GB").formatToParts(0)`,
        `new Intl.DateTimeFormat("en-US").format(NaN)`,
        `Intl.DateTimeFormat().resolvedOptions().timeZone`,
      ],
    ],
    [
      "plurals, lists and distances in time",
      [
        `new Intl.PluralRules("en", { type: "ordinal" }).select(2)`,
        `new Intl.ListFormat("en", { type: "disjunction" }).format(["a", "b", "c"])`,
        `new Intl.RelativeTimeFormat("en", { numeric: "auto" }).format(-1, "day")`,
        `Intl.getCanonicalLocales(["EN-us", "de"])`,
        `Intl.NumberFormat.supportedLocalesOf(["en-US", "de", "xx"])`,
      ],
    ],
    [
      "what is wrong",
      [
        `(1).toLocaleString("not a locale")`,
        `"a".localeCompare("b", "x_y")`,
        `new Date(0).toLocaleString("en", { timeZone: "Mars/Olympus" })`,
        `new Intl.NumberFormat("en", { maximumFractionDigits: Infinity })`,
        `new Intl.NumberFormat("en", { style: "currency" })`,
        `new Intl.DateTimeFormat("en", { dateStyle: "tiny" })`,
      ],
    ],
  ])("is as in the real node: %s", async (_what, expressions) => {
    const source = showing(expressions);
    shell.write("shown.cjs", source);
    expect(await shell.run("TZ=UTC node shown.cjs")).toEqual({
      stdout: await realNode(source),
      stderr: "",
      exitCode: 0,
    });
  });

  test.each(["America/New_York", "Asia/Kolkata", "EST5"])("dates are in the zone that TZ names: %s", async (zone) => {
    const source = `console.log(${MOMENT}.toLocaleString("en-US"), new Intl.DateTimeFormat("en", { timeStyle: "long" }).format(0).slice(0, 7))`;
    shell.write("shown.cjs", source);
    expect((await shell.run(`TZ=${zone} node shown.cjs`)).stdout).toBe(await realNode(source, zone));
  });

  test("a zone that the program chooses itself counts from then on", async () => {
    const source = `process.env.TZ = "Asia/Tokyo"; console.log(new Date(0).toLocaleTimeString("en-US"))`;
    shell.write("shown.cjs", source);
    expect((await shell.run("node shown.cjs")).stdout).toBe("9:00:00 AM\n");
  });

  test("what is not there of Intl is a loud error", async () => {
    const ran = await shell.run(`node -e 'new Intl.Segmenter("en")'`);
    expect(ran).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("TypeError") });
    const incompatible = await shell.run(`node -e 'Intl.NumberFormat.prototype.resolvedOptions.call({})'`);
    expect(incompatible).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("incompatible receiver") });
  });
});
