import { describe, expect, it } from "vitest";
import { overImportLimit } from "./over-import-limit";
import { WORKSPACE_LIMITS } from "./workspace-limits";

const { fileBytes, totalBytes, files } = WORKSPACE_LIMITS.import;
const nothing = { files: 0, bytes: 0 };

describe("the limits of what can be brought in", () => {
  it("let through what just fits", () => {
    expect(overImportLimit("a", fileBytes, nothing)).toBeUndefined();
    expect(overImportLimit("a", 1, { files: files - 1, bytes: totalBytes - 1 })).toBeUndefined();
  });

  it("name the file, its size and the limit", () => {
    expect(overImportLimit("a/big.bin", fileBytes + 1, nothing)).toEqual({
      code: "too-large",
      message: "a/big.bin (20.1 MB) was left out: a file may be at most 20 MB.",
      fix: "Split a large file into smaller ones before you bring it.",
      field: "a/big.bin",
    });
    expect(overImportLimit("a", 2 * 1024 * 1024, { files: 1, bytes: totalBytes - 1 })?.message).toBe(
      "a (2 MB) was left out: at most 256 MB can be brought in together.",
    );
    expect(overImportLimit("a", 0, { files, bytes: 0 })).toMatchObject({
      code: "too-many",
      message: "a (0 MB) was left out: at most 20,000 files can be brought in.",
    });
  });
});
