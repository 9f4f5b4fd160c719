import { deviceBytes, isEndlessDevice, MOST_OF_A_DEVICE } from "../../endless-device";
import { fileFailure } from "../files/file-failure";
import { bytesOfText, textOfBytes } from "../tool/lossless-text";
import { parseOptions } from "../tool/parse-options";
import { type ToolRun, textTool } from "../tool/text-tool";
import { ToolFailure } from "../tool/tool-failure";

const UNITS: Readonly<Record<string, number>> = {
  "": 1,
  b: 512,
  kB: 1000,
  K: 1024,
  k: 1024,
  KiB: 1024,
  MB: 1e6,
  M: 1024 ** 2,
  MiB: 1024 ** 2,
  GB: 1e9,
  G: 1024 ** 3,
  GiB: 1024 ** 3,
};

interface Amount {
  sign: "" | "+" | "-";
  count: number;
  unit: "lines" | "bytes";
}

/** `head [-n [-]N | -c [-]N | -N] [-q|-v] [-z] [FILE…]` */
export const head = textTool("head", (run, given) =>
  showParts(run, given, ({ sign, count }, length) => {
    if (sign === "-") return [0, Math.max(0, length - count)];
    return [0, count];
  }),
);

/** `tail [-n [+]N | -c [+]N | -N] [-q|-v] [-z] [FILE…]`; `-f` shows what is there and does not wait. */
export const tail = textTool("tail", (run, given) =>
  showParts(run, given, ({ sign, count }, length) => {
    if (sign === "+") return [Math.max(0, count - 1), length];
    return [Math.max(0, length - count), length];
  }),
);

type Choose = (amount: Amount, length: number) => [number, number];

async function showParts(run: ToolRun, given: readonly string[], choose: Choose): Promise<void> {
  const { options, operands } = parseOptions(oldForm(run.name, given), {
    name: run.name,
    short: run.name === "tail" ? "n:c:qvzfFs:" : "n:c:qvz",
    long: {
      "lines=": "n",
      "bytes=": "c",
      quiet: "q",
      silent: "q",
      verbose: "v",
      "zero-terminated": "z",
      ...(run.name === "tail" ? { "follow=?": "f", retry: "f", "pid=": "pid" } : {}),
    },
  });
  const has = (name: string): boolean => options.some((option) => option.name === name);
  if (has("f") || has("F")) {
    throw new ToolFailure("following a file is not supported here; without -f it shows what is there", 1);
  }
  const chosen = options.findLast(({ name }) => name === "n" || name === "c");
  const amount = readAmount(chosen?.value ?? "10", chosen?.name === "c" ? "bytes" : "lines", run.name);
  const names = operands.length === 0 ? ["-"] : operands;
  const titled = has("v") || (names.length > 1 && !has("q"));
  let first = true;
  for (const name of names) {
    let text: string;
    try {
      text = await (run.name === "head" && amount.unit === "bytes" && isEndlessDevice(name)
        ? partOfDevice(name, amount)
        : run.read(name));
    } catch (error) {
      const reason = fileFailure(error);
      if (reason === "Is a directory") {
        if (titled) run.print(`${first ? "" : "\n"}==> ${name} <==\n`);
        first = false;
        run.complain(`error reading '${name}': ${reason}`);
      } else run.complain(`cannot open '${name}' for reading: ${reason}`);
      continue;
    }
    if (titled) run.print(`${first ? "" : "\n"}==> ${name === "-" ? "standard input" : name} <==\n`);
    first = false;
    run.print(partOf(text, amount, has("z") ? "\0" : "\n", choose));
  }
}

/** `head -5`, `tail -5`, `tail +5`, also before other options. */
function oldForm(name: string, given: readonly string[]): string[] {
  const [first, ...rest] = given;
  const digits = /^-(\d+)([cqv]*)$/.exec(first ?? "");
  if (digits !== null) {
    const [, count = "", letters = ""] = digits;
    const others = letters.replace("c", "");
    return [letters.includes("c") ? "-c" : "-n", count, ...(others === "" ? [] : [`-${others}`]), ...rest];
  }
  if (name === "tail" && /^\+\d+$/.test(first ?? "")) return ["-n", first as string, ...rest];
  return [...given];
}

function readAmount(written: string, unit: Amount["unit"], name: string): Amount {
  const parts = /^([+-]?)(\d+)([A-Za-z]*)$/.exec(written);
  const factor = UNITS[parts?.[3] ?? "none"];
  if (parts === null || factor === undefined) throw new ToolFailure(`invalid number of ${unit}: '${written}'`, 1);
  const sign = (parts[1] ?? "") as Amount["sign"];
  // `head -n +5` and `tail -n -5` are what they are without the sign.
  const kept = (name === "head" && sign === "+") || (name === "tail" && sign === "-") ? "" : sign;
  return { sign: kept, count: Number(parts[2]) * factor, unit };
}

function partOfDevice(path: string, { sign, count }: Amount): string {
  if (sign !== "-" && count <= MOST_OF_A_DEVICE) return textOfBytes(deviceBytes(path, count));
  throw new ToolFailure(`${path}: no more than ${MOST_OF_A_DEVICE} bytes of a device can be taken at once`, 1);
}

function partOf(text: string, amount: Amount, end: string, choose: Choose): string {
  if (amount.unit === "bytes") {
    const bytes = bytesOfText(text);
    const [from, to] = choose(amount, bytes.length);
    return textOfBytes(bytes.subarray(from, to));
  }
  const starts = [0];
  for (let at = text.indexOf(end); at >= 0 && at + 1 < text.length; at = text.indexOf(end, at + 1)) starts.push(at + 1);
  const length = text === "" ? 0 : starts.length;
  const [from, to] = choose(amount, length);
  if (from >= length) return "";
  return text.slice(starts[from], to >= length ? text.length : starts[to]);
}
