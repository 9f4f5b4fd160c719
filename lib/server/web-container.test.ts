import { describe, expect, it } from "vitest";
import { readEnvironment } from "./env";
import { readWebContainer } from "./web-container";

describe("the WebContainer that a server offers", () => {
  it("is StackBlitz's unless told, with the places its previews come from", () => {
    expect(readWebContainer(undefined)).toEqual({
      origin: "https://stackblitz.com",
      frames: ["https://stackblitz.com", "https://*.webcontainer.io", "https://*.webcontainer-api.io"],
    });
    expect(readWebContainer("")).toEqual(readWebContainer(undefined));
  });

  it("is none when switched off", () => {
    expect(readWebContainer("off")).toBeUndefined();
  });

  it("is another host, with its own previews", () => {
    expect(readWebContainer("https://editor.example.com, https://*.previews.example.com")).toEqual({
      origin: "https://editor.example.com",
      frames: ["https://editor.example.com", "https://*.previews.example.com"],
    });
    expect(readWebContainer("http://127.0.0.1:4100")?.frames).toEqual(["http://127.0.0.1:4100"]);
  });

  it.each([
    "http://host.example",
    "https://a.example; script-src *",
    "on",
    "off,https://a.example",
    "https://a/b",
    "*",
  ])("refuses %j, and a server does not start with it", (value) => {
    expect(readWebContainer(value)).toBeUndefined();
    expect(() => readEnvironment({ TOOLWRIGHT_WEBCONTAINER: value })).toThrow(/TOOLWRIGHT_WEBCONTAINER must be/);
  });
});
