import type { Sandbox } from "@/lib/core/sandbox/sandbox";
import { loadSandbox } from "@/lib/sandbox/load-sandbox";
import { median, sample } from "./measure.mjs";
import type { Row } from "./report.mjs";

const part = "programs";
const ROUNDS = 7;

const PROGRAMS = [
  { name: "python3", command: "python3 -c 'print(1)'" },
  { name: "node", command: "node -e 'console.log(1)'" },
] as const;

async function run(shell: Sandbox, command: string): Promise<void> {
  const { stdout, stderr } = await shell.exec(command);
  if (stdout !== "1\n") throw new Error(`${command} printed ${stdout}${stderr}`);
}

/** From the command to its answer: in a shell that has not run the program yet, and in one that has. */
async function programRows(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { name, command } of PROGRAMS) {
    const first: number[] = [];
    let shell: Sandbox | undefined;
    for (let round = 0; round < ROUNDS; round += 1) {
      await shell?.dispose();
      const fresh = (await loadSandbox({ kind: "virtual", sessionId: `${name}-${round}` })).sandbox;
      shell = fresh;
      await fresh.exec("true");
      first.push(...(await sample(1, () => run(fresh, command))));
    }
    const used = shell as Sandbox;
    const later = await sample(ROUNDS * 2, () => run(used, command), 1);
    await used.dispose();
    rows.push(
      { part, what: `\`${name}\`, first program of a shell, median`, result: median(first), unit: "ms" },
      { part, what: `\`${name}\`, every later one, median`, result: median(later), unit: "ms" },
    );
  }
  return rows;
}

Object.assign(window, { programRows });
