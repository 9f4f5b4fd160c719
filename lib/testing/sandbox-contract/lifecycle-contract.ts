import { beforeEach, describe, expect, test } from "vitest";
import type { Sandbox } from "@/lib/core/sandbox/sandbox";
import { expectCode, type SandboxContractOptions } from "../sandbox-expectations";

/** What a sandbox says of itself, and its end. */
export function lifecycleContract(options: SandboxContractOptions): void {
  describe("lifecycle", () => {
    let sandbox: Sandbox;

    beforeEach(async () => {
      sandbox = await options.create();
      return () => sandbox.dispose();
    });

    test("after dispose everything rejects", async () => {
      await sandbox.dispose();
      await sandbox.dispose();
      await expectCode(sandbox.read("f"), "disposed");
      await expectCode(sandbox.write("f", "x"), "disposed");
      await expectCode(sandbox.exec("echo"), "disposed");
      await expectCode(sandbox.glob("*"), "disposed");
      await expectCode(sandbox.snapshot(), "disposed");
    });

    test("exec is refused where there is no shell", async () => {
      if (sandbox.capabilities.shell) expect((await sandbox.exec("true")).exitCode).toBe(0);
      else await expectCode(sandbox.exec("true"), "not-supported");
    });
  });
}
