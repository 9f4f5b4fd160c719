import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { beforeEach, describe, expect, test } from "vitest";
import { type ShellOverFiles, shellOverFiles } from "@/lib/testing/shell-over-files";
import { createNodeCommands } from "./node";

let shell: ShellOverFiles;
beforeEach(() => {
  shell = shellOverFiles(createNodeCommands(async () => ({ ok: false, code: "outside-not-approved", message: "No." })));
});

/** Every moment in every way in which a date can be read, made and changed, by the local clock. */
const SOURCE = `
const show = (label, work) => {
  try { console.log(label, JSON.stringify(work())) } catch (error) { console.log(label, error.name + ": " + error.message) }
};
const moments = [0, 1e12, 1700000000000, 1710054000000, 1710053999999, 1730610000000, 1730613600000, -1, NaN, 253402300799999, -62198755200000];
for (const moment of moments) {
  const date = new Date(moment);
  show("parts", () => [date.getFullYear(), date.getMonth(), date.getDate(), date.getHours(), date.getMinutes(), date.getSeconds(), date.getMilliseconds(), date.getDay(), date.getYear(), date.getTimezoneOffset()]);
  show("texts", () => [String(date), date.toDateString(), date.toTimeString(), \`\${date}\`, date + "", date.toJSON()]);
}
const base = () => new Date(1710000000123);
for (const part of ["FullYear", "Month", "Date", "Hours", "Minutes", "Seconds", "Milliseconds"]) {
  show(part, () => [base()["set" + part](5), base()["set" + part](40, 2), base()["set" + part]("x"), new Date(NaN)["set" + part](1)]);
}
show("made", () => [new Date(2024, 0, 15).getTime(), new Date(2024, 2, 10, 2, 30).getTime(), new Date(2024, 10, 3, 1, 30).getTime(), new Date(99, 0).getTime(), new Date(2024, 5, 31, 25, 61, 61, 1001).getTime(), +new Date(2024, undefined)]);
const texts = ["2024-01-15", "2024-01-15T10:20:30", "2024-07-15T10:20:30.5", "2024-01-15T10:20:30Z", "2024-01-15T10:20:30+05:00", "2024", "Jan 15 2024 10:00", "Mon, 15 Jan 2024 10:20:30 GMT", "Mon Jan 15 2024 10:20:30 GMT+0200 (X)", "2024-01-15 10:00", "nonsense", ""];
for (const text of texts) show(text, () => [Date.parse(text), new Date(text).getTime(), +new Date(new String(text))]);
show("kinds", () => [typeof Date(), new Date() instanceof Date, new Date(5).constructor === Date, Date.name, Date.length, Object.keys(Date), Object.prototype.toString.call(new Date()), new Date(new Date(7)).getTime(), +new Date(null), +new Date(true)]);
class Later extends Date { twice() { return this.getTime() * 2 } }
show("subclass", () => [new Later(4).twice(), new Later(2024, 0).getMonth(), new Later(1) instanceof Later]);
show("wrong", () => Date.prototype.getHours.call({}));
show("primitive", () => [new Date(5)[Symbol.toPrimitive]("number"), new Date(5) - 1]);
show("compare", () => new Date(2020, 1, 1) < new Date(2021, 1, 1));
`;

describe("a date in the shell's node", () => {
  test.each([undefined, "UTC", "America/New_York", "Europe/Berlin", "Asia/Kolkata", "Pacific/Apia", "EST5"])(
    "is shown by the clock of the zone that TZ names, whatever the host's is: %s",
    async (zone) => {
      shell.write("dates.cjs", SOURCE);
      const env = { ...process.env, TZ: zone ?? "UTC", LC_ALL: "en_US.UTF-8", LANG: "en_US.UTF-8" };
      const { stdout } = await promisify(execFile)(process.execPath, ["-e", SOURCE], { env });
      const ran = await shell.run(`${zone === undefined ? "" : `TZ=${zone} `}node dates.cjs`);
      expect(ran.stderr).toBe("");
      expect(ran.stdout.split("\n")).toEqual(stdout.split("\n"));
    },
  );

  test("agrees with the shell's own date", async () => {
    const ran = await shell.run(`export TZ=America/New_York
      node -e 'console.log(new Date(1700000000000).toString().slice(0, 24))'; printf '%(%a %b %d %Y %H:%M:%S)T\\n' 1700000000`);
    const [ofNode, ofDate] = ran.stdout.split("\n");
    expect(ofNode).toBe(ofDate);
  });
});
