import { describe, expect, it } from "vitest";
import { readEnvironment } from "./env";

describe("readEnvironment", () => {
  it("needs nothing: the embedded database and the scripted model", () => {
    expect(readEnvironment({})).toMatchObject({ databaseUrl: undefined, dataDirectory: ".data", openai: undefined });
  });

  it("takes an empty variable for an absent one", () => {
    expect(readEnvironment({ DATABASE_URL: "", TOOLWRIGHT_DATA_DIR: "", TOOLWRIGHT_STEPS_PER_MINUTE: "" })).toEqual(
      readEnvironment({}),
    );
  });

  it("reads a provider with its models", () => {
    const { openai } = readEnvironment({
      TOOLWRIGHT_OPENAI_BASE_URL: "https://api.example.com/v1",
      TOOLWRIGHT_OPENAI_MODELS: " small, large ,",
    });
    expect(openai).toEqual({ baseUrl: "https://api.example.com/v1", apiKey: undefined, models: ["small", "large"] });
  });

  it("reads whose rules hold for schemas, and leaves it open unless told", () => {
    const source = { TOOLWRIGHT_OPENAI_BASE_URL: "https://api.example.com/v1", TOOLWRIGHT_OPENAI_MODELS: "m" };
    expect(readEnvironment({ ...source, TOOLWRIGHT_OPENAI_DIALECT: "openai-strict" }).openai?.dialect).toBe(
      "openai-strict",
    );
    expect(readEnvironment(source).openai).not.toHaveProperty("dialect");
  });

  it("reads where tools may reach, and narrows nothing unless told", () => {
    expect(readEnvironment({}).toolNetwork).toEqual({});
    const source = {
      TOOLWRIGHT_TOOL_HOSTS: "API.example.com, *.example.org",
      TOOLWRIGHT_TOOL_PRIVATE_HOSTS: "[::1]:8080",
    };
    expect(readEnvironment(source).toolNetwork).toEqual({
      allowedHosts: ["api.example.com", "*.example.org"],
      privateHosts: ["[::1]:8080"],
    });
  });

  it.each([
    [{ DATABASE_URL: "mysql://x" }, /DATABASE_URL must start with postgres/],
    [{ TOOLWRIGHT_OPENAI_BASE_URL: "nowhere" }, /TOOLWRIGHT_OPENAI_BASE_URL must be a URL/],
    [{ TOOLWRIGHT_OPENAI_BASE_URL: "https://x.example" }, /TOOLWRIGHT_OPENAI_MODELS is missing/],
    [{ TOOLWRIGHT_OPENAI_MODELS: "m" }, /TOOLWRIGHT_OPENAI_BASE_URL is missing/],
    [{ TOOLWRIGHT_OPENAI_DIALECT: "openai" }, /TOOLWRIGHT_OPENAI_BASE_URL is missing/],
    [{ TOOLWRIGHT_OPENAI_DIALECT: "klingon" }, /TOOLWRIGHT_OPENAI_DIALECT must be one of openai-strict, openai/],
    [{ TOOLWRIGHT_OPENAI_EMBEDDING_MODEL: "m" }, /TOOLWRIGHT_OPENAI_BASE_URL is missing/],
    [{ TOOLWRIGHT_REDIS_URL: "localhost:6379" }, /TOOLWRIGHT_REDIS_URL must start with redis/],
    [{ TOOLWRIGHT_STEPS_PER_MINUTE: "many" }, /TOOLWRIGHT_STEPS_PER_MINUTE/],
    [{ TOOLWRIGHT_TOOL_HOSTS: "https://x.example" }, /TOOLWRIGHT_TOOL_HOSTS must be host names/],
    [{ TOOLWRIGHT_TOOL_PRIVATE_HOSTS: "127.0.0.1" }, /TOOLWRIGHT_TOOL_PRIVATE_HOSTS must be exact host:port/],
    [{ TOOLWRIGHT_RUN_OUTPUT_TOKENS: "-1" }, /TOOLWRIGHT_RUN_OUTPUT_TOKENS/],
  ])("names the variable that is wrong in %o, and what to do", (source, message) => {
    expect(() => readEnvironment(source)).toThrow(message);
    expect(() => readEnvironment(source)).toThrow(/start again/);
  });
});
