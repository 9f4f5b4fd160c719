import { padded } from "../tool/format-printf";
import { formatTime } from "../tool/format-time";
import type { TimeZone } from "../tool/time-zone";
import { ToolFailure } from "../tool/tool-failure";
import type { FoundFile } from "./find-expression";

const ESCAPES: Readonly<Record<string, string>> = {
  a: "\x07",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  "\\": "\\",
  "0": "\0",
};
const DIRECTIVE = /%([-+ #0]*)(\d*)(?:\.(\d+))?([ABCT].|.)/gsu;

/** `-printf`. */
export async function formatFound(format: string, file: FoundFile, zone: TimeZone): Promise<string> {
  const unescaped = format.replace(/\\([0-7]{1,3}|[\s\S])/g, (whole, code: string) => {
    if (/^[0-7]+$/.test(code)) return String.fromCharCode(Number.parseInt(code, 8));
    return ESCAPES[code] ?? whole;
  });
  const target = unescaped.includes("%l") ? await file.linkTarget() : "";
  return unescaped.replace(
    DIRECTIVE,
    (_, flags: string, width: string, precision: string | undefined, letter: string) => {
      if (letter === "%") return "%";
      const value = directive(letter, file, target, zone);
      const text = precision === undefined ? value : value.slice(0, Number(precision));
      if (flags.includes("0") && /^\d+$/.test(text)) return text.padStart(Number(width), "0");
      return padded(text, { flags, width: Number(width || 0), precision: undefined, letter: "s" });
    },
  );
}

function directive(letter: string, file: FoundFile, target: string, zone: TimeZone): string {
  const below = file.shown === file.start ? "" : file.shown.slice(file.start.length).replace(/^\//, "");
  switch (letter) {
    case "p":
      return file.shown;
    case "f":
      return file.shown === "/" ? "/" : (file.shown.replace(/\/+$/, "").split("/").at(-1) ?? file.shown);
    case "h":
      return file.shown.includes("/") ? file.shown.replace(/\/+[^/]*$/, "") || "/" : ".";
    case "P":
      return below;
    case "H":
      return file.start;
    case "s":
      return String(file.size);
    case "k":
      return String(Math.ceil(file.size / 1024));
    case "b":
      return String(Math.ceil(file.size / 4096) * 8);
    case "d":
      return String(file.depth);
    case "y":
    case "Y":
      return file.type;
    case "m":
      return (file.mode & 0o7777).toString(8);
    case "M":
      return modeText(file);
    case "i":
      return String(file.inode);
    case "n":
      return "1";
    case "l":
      return target;
    case "u":
    case "g":
      return "user";
    case "U":
    case "G":
      return "1000";
    case "t":
    case "a":
    case "c":
      return formatTime("%a %b %e %H:%M:%S.%N0 %Y", file.modified, zone);
  }
  const time = /^[ACT](.)$/.exec(letter)?.[1];
  if (time === undefined) throw new ToolFailure(`error: %${letter} is not supported in -printf`, 1);
  if (time === "@")
    return `${Math.floor(file.modified / 1000)}.${String(Math.round((file.modified % 1000) * 1e6)).padStart(9, "0")}0`;
  if (time === "+") return formatTime("%Y-%m-%d+%H:%M:%S.%N0", file.modified, zone);
  if (time === "S" || time === "T") {
    return `${formatTime(`%${time}`, file.modified, zone)}.${formatTime("%N", file.modified, zone)}0`;
  }
  return formatTime(`%${time}`, file.modified, zone);
}

/** `-rw-r--r--` */
export function modeText(file: { type: string; mode: number }): string {
  const letters = [6, 3, 0].map((shift) => {
    const bits = (file.mode >> shift) & 7;
    return `${bits & 4 ? "r" : "-"}${bits & 2 ? "w" : "-"}${bits & 1 ? "x" : "-"}`;
  });
  return (file.type === "f" ? "-" : file.type) + letters.join("");
}
