import { describe, expect, it } from "vitest";
import { createFileDrafts, markOf } from "./file-drafts";

/** The browser's own store; `full` refuses what is written. */
function storage(values = new Map<string, string>(), full = { now: false }) {
  return {
    values,
    full,
    getItem: (key: string) => values.get(key) ?? null,
    setItem(key: string, value: string) {
      if (full.now) throw new DOMException("Full.", "QuotaExceededError");
      values.set(key, value);
    },
    removeItem: (key: string) => void values.delete(key),
    key: (index: number) => [...values.keys()][index] ?? null,
    get length() {
      return values.size;
    },
  };
}

const PATH = "/workspace/odd name 🎉:\n.md";

describe("unsaved text of workspace files", () => {
  it("is there after a reload, under its own session and path only", () => {
    const store = storage();
    expect(createFileDrafts("s_1", store).write(PATH, { text: "typed", base: "b" })).toBe(true);
    const again = createFileDrafts("s_1", store);
    expect(again.read(PATH)).toEqual({ text: "typed", base: "b" });
    expect([...again.store.getState().paths]).toEqual([PATH]);
    expect(createFileDrafts("s_2", store).read(PATH)).toBeUndefined();
    expect(createFileDrafts("s_2", store).store.getState().paths.size).toBe(0);
  });

  it("is cleared for good once it is written to the file", () => {
    const store = storage();
    const drafts = createFileDrafts("s_1", store);
    drafts.write(PATH, { text: "typed", base: "b" });
    drafts.write("/workspace/other.md", { text: "kept", base: "b" });
    drafts.clear(PATH);
    expect(drafts.read(PATH)).toBeUndefined();
    expect([...createFileDrafts("s_1", store).store.getState().paths]).toEqual(["/workspace/other.md"]);
  });

  it("lives on in the page when the store is full, never as the older text that was kept, and is kept once there is room", () => {
    const store = storage();
    const drafts = createFileDrafts("s_1", store);
    drafts.write(PATH, { text: "old", base: "b" });
    store.full.now = true;
    expect(drafts.write(PATH, { text: "newest", base: "b" })).toBe(false);
    expect(drafts.read(PATH)?.text).toBe("newest");
    store.full.now = false;
    expect(drafts.write(PATH, { text: "newest", base: "b" })).toBe(true);
    expect(createFileDrafts("s_1", store).read(PATH)?.text).toBe("newest");
  });

  it.each(["{", "[]", '{"text":1,"base":"b"}', "null"])("reads %s, which is no draft, as none", (stored) => {
    const store = storage(new Map([["toolwright:file-draft:s_1:/a", stored]]));
    expect(createFileDrafts("s_1", store).read("/a")).toBeUndefined();
  });

  it("finds none where the browser forbids its store, and goes on in memory", () => {
    const forbidden = () => {
      throw new DOMException("No.", "SecurityError");
    };
    const drafts = createFileDrafts("s_1", {
      getItem: forbidden,
      setItem: forbidden,
      removeItem: forbidden,
      key: forbidden,
      get length(): number {
        return forbidden();
      },
    });
    expect(drafts.store.getState().paths.size).toBe(0);
    expect(drafts.write("/a", { text: "typed", base: "b" })).toBe(false);
    expect(drafts.read("/a")?.text).toBe("typed");
    drafts.clear("/a");
    expect(drafts.read("/a")).toBeUndefined();
  });
});

it("marks a text by its content: another text of the same length has another mark", () => {
  expect(markOf("one\n")).toBe(markOf("one\n"));
  expect(new Set(["", "a", "b", "ab", "ba", "a\n"].map(markOf)).size).toBe(6);
});
