import { describe, expect, it } from "vitest";
import { DEFAULT_LAYOUT, readLayout, type WorkbenchLayout, writeLayout } from "./workbench-layout";

function memory(initial?: string) {
  let held = initial ?? null;
  return {
    getItem: () => held,
    setItem: (_key: string, value: string) => {
      held = value;
    },
  };
}

describe("the remembered layout", () => {
  it("comes back as it was", () => {
    const layout: WorkbenchLayout = {
      tabs: { left: "runs", right: "changes" },
      rails: { left: false, right: true },
      narrow: "editor",
      sizes: { columns: { left: 0, centre: 70, right: 30 } },
    };
    const storage = memory();
    writeLayout(storage, layout);
    expect(readLayout(storage)).toEqual(layout);
  });

  it.each(["", "{", "null", '{"tabs": 1}', '{"narrow": "nowhere"}'])(
    "is the default when the store holds %j",
    (text) => {
      expect(readLayout(memory(text))).toEqual(DEFAULT_LAYOUT);
    },
  );

  it("costs nothing when the store is forbidden or full", () => {
    const refuse = () => {
      throw new DOMException("no", "QuotaExceededError");
    };
    expect(() => writeLayout({ setItem: refuse }, DEFAULT_LAYOUT)).not.toThrow();
    expect(readLayout({ getItem: refuse })).toEqual(DEFAULT_LAYOUT);
  });
});
