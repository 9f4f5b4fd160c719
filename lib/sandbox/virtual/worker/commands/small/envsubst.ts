import { defineCommand } from "just-bash/browser";
import { latin1FromBytes } from "../../byte-text";
import { inputBytes } from "../command-input";
import { failed } from "../command-result";

const VARIABLE = /\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))/g;

/** `envsubst ['$NAME ${OTHER}']`: exported variables put into the text; with a list only those. */
export const envsubst = defineCommand("envsubst", async (given, context) => {
  const [format, extra] = given;
  if (format?.startsWith("-") || extra !== undefined)
    return failed("envsubst", `option not supported: ${extra ?? format}`);
  const only =
    format === undefined ? undefined : new Set(Array.from(format.matchAll(VARIABLE), (match) => match[1] ?? match[2]));
  const text = new TextDecoder().decode(await inputBytes(context, "-"));
  const values = context.exportedEnv ?? {};
  const stdout = text.replace(VARIABLE, (whole, braced?: string, bare?: string) => {
    const name = (braced ?? bare) as string;
    return only === undefined || only.has(name) ? (values[name] ?? "") : whole;
  });
  return { stdout: latin1FromBytes(new TextEncoder().encode(stdout)), stdoutKind: "bytes", stderr: "", exitCode: 0 };
});
