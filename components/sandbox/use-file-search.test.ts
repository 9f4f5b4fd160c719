// @vitest-environment jsdom
import { cleanup, renderHook, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { MemorySandbox } from "@/lib/sandbox/memory/memory-sandbox";
import { useFileSearch } from "./use-file-search";

afterEach(cleanup);

function search(files: string[]) {
  const sandbox = new MemorySandbox({ files: new Map(files.map((path) => [path, ""])) });
  const glob = vi.spyOn(sandbox, "glob");
  const hook = renderHook(({ query, revision }) => useFileSearch(sandbox, query, revision), {
    initialProps: { query: "", revision: 0 },
  });
  return { sandbox, glob, ...hook };
}

describe("the search for a name", () => {
  it("asks for the paths once, however many letters are typed, and again when the files changed", async () => {
    const { sandbox, glob, result, rerender } = search(["many/f1.txt", "many/f12.txt", "b.txt"]);
    expect(glob).not.toHaveBeenCalled();
    rerender({ query: "F1", revision: 0 });
    await waitFor(() => expect(result.current?.paths).toEqual(["many/f1.txt", "many/f12.txt"]));
    rerender({ query: "f12", revision: 0 });
    await waitFor(() => expect(result.current?.paths).toEqual(["many/f12.txt"]));
    expect(glob).toHaveBeenCalledTimes(1);
    await sandbox.write("f12", "");
    rerender({ query: "f12", revision: 1 });
    await waitFor(() => expect(result.current?.paths).toEqual(["f12", "many/f12.txt"]));
    expect(glob).toHaveBeenCalledTimes(2);
  });

  it("cuts a long answer and says so, and has none while nothing is asked", async () => {
    const { result, rerender } = search(Array.from({ length: 501 }, (_, at) => `f${at}`));
    rerender({ query: "f", revision: 0 });
    await waitFor(() => expect(result.current?.cut).toBe(true));
    expect(result.current?.paths).toHaveLength(500);
    rerender({ query: " ", revision: 0 });
    expect(result.current).toBeUndefined();
  });
});
