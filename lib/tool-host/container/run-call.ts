import { readFileSync, writeFileSync } from "node:fs";
import { containerCallSchema } from "@/lib/core/call/container-request";
import { carryOut } from "./carry-out";

/**
 * The program that Node runs in a container for one call, beside the packages: `node run-call.cjs CALL SETTLEMENT` reads the
 * call from one file, and writes how it settled to the other. What the tool prints is its log. It ends when the tool has
 * settled, whatever the tool left running.
 */
async function main(): Promise<void> {
  const [callFile = "", settlementFile = ""] = process.argv.slice(2);
  const call = containerCallSchema.parse(JSON.parse(readFileSync(callFile, "utf8")));
  const settlement = await carryOut(call, {
    cwd: process.cwd(),
    say: (text) => console.log(text),
    require: (specifier) => require(specifier) as object,
    import: (specifier) => import(specifier) as Promise<object>,
  });
  writeFileSync(settlementFile, JSON.stringify(settlement));
  process.exit(0);
}

void main();
