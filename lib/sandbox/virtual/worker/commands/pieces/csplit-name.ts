import { formatWhole } from "../tool/format-printf";
import { quoted } from "../tool/quoted";
import { ToolFailure } from "../tool/tool-failure";

const CONVERSION = /%(?:%|([-+ 0#']*)(\d*)(?:\.(\d*))?([diuoxX]))/g;

/** The number of a piece as a suffix format of csplit (`%02d.txt`) writes it. */
export function formatNumber(format: string, number: number): string {
  const conversions = [...format.matchAll(CONVERSION)].filter(([whole]) => whole !== "%%");
  if (conversions.length === 0) throw new ToolFailure(`missing % conversion specification in suffix`, 1);
  if (conversions.length > 1) {
    throw new ToolFailure(`too many % conversion specifications in suffix ${quoted(format)}`, 1);
  }
  return format.replace(CONVERSION, (whole, flags = "", width = "", precision: string | undefined, letter: string) => {
    if (whole === "%%") return "%";
    return formatWhole(BigInt(number), {
      flags,
      width: Number(width),
      precision: precision === undefined ? undefined : Number(precision),
      letter,
    });
  });
}
