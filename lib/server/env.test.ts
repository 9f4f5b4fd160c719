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

  it.each([
    [{ DATABASE_URL: "mysql://x" }, /DATABASE_URL must start with postgres/],
    [{ TOOLWRIGHT_OPENAI_BASE_URL: "nowhere" }, /TOOLWRIGHT_OPENAI_BASE_URL must be a URL/],
    [{ TOOLWRIGHT_OPENAI_BASE_URL: "https://x.example" }, /TOOLWRIGHT_OPENAI_MODELS is missing/],
    [{ TOOLWRIGHT_OPENAI_MODELS: "m" }, /TOOLWRIGHT_OPENAI_BASE_URL is missing/],
    [{ TOOLWRIGHT_OPENAI_EMBEDDING_MODEL: "m" }, /TOOLWRIGHT_OPENAI_BASE_URL is missing/],
    [{ TOOLWRIGHT_REDIS_URL: "localhost:6379" }, /TOOLWRIGHT_REDIS_URL must start with redis/],
    [{ TOOLWRIGHT_STEPS_PER_MINUTE: "many" }, /TOOLWRIGHT_STEPS_PER_MINUTE/],
    [{ TOOLWRIGHT_RUN_OUTPUT_TOKENS: "-1" }, /TOOLWRIGHT_RUN_OUTPUT_TOKENS/],
  ])("names the variable that is wrong in %o, and what to do", (source, message) => {
    expect(() => readEnvironment(source)).toThrow(message);
    expect(() => readEnvironment(source)).toThrow(/start again/);
  });
});
