import { describe, expect, it } from "vitest";
import { MemoryServer } from "@/lib/testing/memory-server";
import { createSecretKeeper } from "./secret-keeper";

const document = {
  version: 1 as const,
  id: "s_1",
  title: "A session",
  definition: { files: { "agent.ts": "" } },
  revision: 0,
  createdAt: 0,
  updatedAt: 0,
};
const grant = { provider: "typed" as const, hosts: ["api.example.com"] };

describe("the page's secrets", () => {
  it("are stand-ins for what each tool was granted, and never a value", async () => {
    const server = new MemoryServer({ document });
    const keeper = createSecretKeeper({ sessionId: "s_1", server });
    await keeper.save({ name: "TOKEN", value: "the-value-itself", tools: ["fetchWeather"], ...grant });
    await keeper.save({ name: "OTHER", value: "the-other-value", tools: ["sendMail"], ...grant });
    expect(await keeper.handlesFor("fetchWeather")).toEqual({ TOKEN: "{{secret:TOKEN}}" });
    expect(await keeper.handlesFor("unknown")).toEqual({});
    expect(JSON.stringify(keeper.store.getState())).not.toContain("value-itself");
  });

  it("are read once before the first call, again after a failure, and follow every change", async () => {
    const server = new MemoryServer({ document });
    server.offline = true;
    const keeper = createSecretKeeper({ sessionId: "s_1", server });
    expect(await keeper.handlesFor("t")).toEqual({});
    expect(keeper.store.getState().problem?.code).toBe("connection-lost");
    server.offline = false;
    await Promise.all([keeper.handlesFor("t"), keeper.handlesFor("t")]);
    await keeper.handlesFor("t");
    expect(server.requests.filter((name) => name === "listSecrets")).toHaveLength(2);
    await keeper.save({ name: "TOKEN", value: "v-v-v-v", tools: ["t"], ...grant });
    expect(Object.keys(await keeper.handlesFor("t"))).toEqual(["TOKEN"]);
    await keeper.remove("TOKEN");
    expect(await keeper.handlesFor("t")).toEqual({});
  });
});
