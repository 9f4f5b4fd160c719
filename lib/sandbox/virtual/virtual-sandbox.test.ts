import { inProcessChannel } from "@/lib/testing/in-process-channel";
import { sandboxWithShellContract } from "@/lib/testing/sandbox-contract";
import { VirtualSandbox, type VirtualSandboxOptions } from "./virtual-sandbox";

async function create(options: Partial<VirtualSandboxOptions> = {}): Promise<VirtualSandbox> {
  const sandbox = new VirtualSandbox({ connect: inProcessChannel(), isolated: true, ...options });
  await sandbox.ready();
  return sandbox;
}

sandboxWithShellContract("virtual (its server in this process)", {
  create: () => create(),
  createLimited: (byteLimit) => create({ byteLimit }),
});
