import { describe, expect, it } from "vitest";
import { fileContent, TEXT_FILE_LIMIT } from "./file-content";

const bytes = (text: string) => new TextEncoder().encode(text);

describe("fileContent", () => {
  it("reads UTF-8 text exactly, with its byte order mark", () => {
    expect(fileContent(bytes("\ufeffäöü 😀\n"))).toEqual({ kind: "text", text: "\ufeffäöü 😀\n" });
  });

  it("says at which byte text stops being UTF-8", () => {
    expect(fileContent(new Uint8Array([...bytes("ä"), 0x63, 0xe9, 0x0a]))).toMatchObject({ kind: "not-utf8", at: 3 });
  });

  it("knows images by their bytes and other binaries by their zeros", () => {
    expect(fileContent(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))).toEqual({
      kind: "image",
      mediaType: "image/png",
    });
    expect(fileContent(new Uint8Array([1, 2, 0, 3]))).toEqual({ kind: "binary" });
    expect(fileContent(bytes("RIFF"))).toMatchObject({ kind: "text" });
  });

  it("does not decode what is too large to be drawn", () => {
    expect(fileContent(new Uint8Array(TEXT_FILE_LIMIT + 1).fill(97))).toEqual({ kind: "too-large" });
  });
});
