import { parseOptions } from "../tool/parse-options";
import { textTool } from "../tool/text-tool";
import { timeZone } from "../tool/time-zone";
import { ToolFailure } from "../tool/tool-failure";

const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];
const WEEK = "Su Mo Tu We Th Fr Sa";
const MONTH_WIDTH = 20;
const ACROSS = 3;
const WEEKS = 6;
const WRONG_USE = 64;

/** `cal [-1] [-3] [-y] [-A N] [-B N] [-m MONTH] [[MONTH] YEAR]`, of the Gregorian calendar. */
export const cal = textTool("cal", (run, given) => {
  const parsed = parseOptions(given, { name: "cal", short: "13yhm:A:B:jd:H:Nb", usageExitCode: WRONG_USE });
  const refused = ["j", "d", "H", "N", "b"].find((letter) => parsed.has(letter));
  if (refused !== undefined)
    throw new ToolFailure(`option -${refused} is not supported in the embedded shell`, WRONG_USE);
  const [first, second, extra] = parsed.operands;
  if (extra !== undefined) throw new ToolFailure("too many arguments", WRONG_USE);
  const zone = timeZone(run.context.env.get("TZ"));
  const now = new Date(Date.now() + zone.offsetAt(Date.now()) * 1000);
  const year = numberOf(second ?? first, "year", 9999) ?? now.getUTCFullYear();
  const month =
    second !== undefined
      ? monthOf(first as string)
      : parsed.has("m")
        ? monthOf(parsed.value("m") as string)
        : undefined;
  if (year < 1753) throw new ToolFailure("years before 1753 are not supported in the embedded shell", WRONG_USE);
  const wholeYear = parsed.has("y") || (first !== undefined && second === undefined && month === undefined);
  const at = wholeYear ? 0 : (month ?? now.getUTCMonth());
  const before = wholeYear ? 0 : (numberOf(parsed.value("B"), "months", 1200) ?? (parsed.has("3") ? 1 : 0));
  const more = wholeYear ? 11 : (numberOf(parsed.value("A"), "months", 1200) ?? (parsed.has("3") ? 1 : 0));
  const months = Array.from(
    { length: before + more + 1 },
    (_, index) => new Date(Date.UTC(year, at - before + index, 1)),
  );
  const years = new Set(months.map((date) => date.getUTCFullYear()));
  const oneHeading = years.size === 1 && months.length > 1;
  const across = Math.min(ACROSS, months.length);
  if (oneHeading) run.print(`${centered(String([...years][0]), across * MONTH_WIDTH).trimEnd()}\n`);
  for (let start = 0; start < months.length; start += across) {
    const blocks = months.slice(start, start + across).map((date) => monthBlock(date, !oneHeading));
    for (let row = 0; row < (blocks[0] as string[]).length; row += 1) {
      run.print(`${blocks.map((block) => block[row]).join("  ")}  \n`);
    }
    if (start + across < months.length) run.print("\n");
  }
});

function monthBlock(first: Date, withYear: boolean): string[] {
  const [year, month] = [first.getUTCFullYear(), first.getUTCMonth()];
  const length = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const blanks = first.getUTCDay();
  const cells = Array.from({ length: WEEKS * 7 }, (_, index) => {
    const day = index - blanks + 1;
    return day >= 1 && day <= length ? String(day).padStart(2) : "  ";
  });
  const weeks = Array.from({ length: WEEKS }, (_, week) => cells.slice(week * 7, week * 7 + 7).join(" "));
  const heading = centered(`${MONTHS[month]}${withYear ? ` ${year}` : ""}`, MONTH_WIDTH);
  return [heading, WEEK, ...weeks];
}

function centered(text: string, width: number): string {
  const left = Math.floor((width - text.length) / 2);
  return text.padStart(text.length + left).padEnd(width);
}

function monthOf(text: string): number {
  const named = MONTHS.findIndex((name) => text.length >= 3 && name.toLowerCase().startsWith(text.toLowerCase()));
  if (named >= 0) return named;
  if (!/^\d+$/.test(text) || Number(text) < 1 || Number(text) > 12) {
    throw new ToolFailure(`${text} is neither a month number (1..12) nor a name`, WRONG_USE);
  }
  return Number(text) - 1;
}

function numberOf(text: string | undefined, what: string, most: number): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d+$/.test(text) || Number(text) > most)
    throw new ToolFailure(`${what} \`${text}' not in range 1..${most}`, WRONG_USE);
  return Number(text);
}
