import { expect, test } from "vitest";
import { VirtualSandbox } from "@/lib/sandbox/virtual/virtual-sandbox";
import { inProcessChannel } from "./in-process-channel";

/** A script, what it prints, its exit code (0 unless given), and what stands on stderr where that is the point. */
export interface CommandCase {
  script: string;
  stdout?: string;
  exitCode?: number;
  stderr?: string | RegExp;
}

/** Each script in an embedded shell of its own, with these files in its workspace. */
export function describeCommands(
  cases: readonly CommandCase[],
  files: Readonly<Record<string, string | Uint8Array>> = {},
): void {
  test.each(cases)("$script", async ({ script, stdout = "", exitCode = 0, stderr }) => {
    const sandbox = new VirtualSandbox({ connect: inProcessChannel(), isolated: true });
    await sandbox.ready();
    for (const [path, content] of Object.entries(files)) {
      await sandbox.write(path, typeof content === "string" ? new TextEncoder().encode(content) : content);
    }
    const result = await sandbox.exec(script, { env: { TZ: "UTC" } });
    await sandbox.dispose();
    expect({ stdout: result.stdout, exitCode: result.exitCode }).toEqual({ stdout, exitCode });
    if (typeof stderr === "string") expect(result.stderr).toBe(stderr);
    else if (stderr !== undefined) expect(result.stderr).toMatch(stderr);
  });
}
