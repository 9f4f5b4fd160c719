import { describe, expect, it } from "vitest";
import { checkOperatorSettings } from "./check-operator-settings";

describe("what the operator set for tools", () => {
  it("may be nothing at all, and an empty variable is the same as none", () => {
    expect(() => checkOperatorSettings({})).not.toThrow();
    expect(() => checkOperatorSettings({ TOOLWRIGHT_SQL_URL: "", SMTP_PORT: "", TAVILY_API_KEY: "" })).not.toThrow();
  });

  it.each([
    ["TOOLWRIGHT_SQL_URL", "mysql://operator:pa55@db/x"],
    ["TOOLWRIGHT_SQL_ALLOW_WRITES", "please"],
    ["TOOLWRIGHT_SQL_TIMEOUT_MS", "5"],
    ["TOOLWRIGHT_VECTOR_URL", "db"],
    ["TOOLWRIGHT_GITHUB_URL", "github.example"],
    ["TOOLWRIGHT_TAVILY_URL", "ftp://pa55"],
    ["SMTP_PORT", "many"],
    ["SMTP_TLS", "perhaps"],
    ["OLLAMA_BASE_URL", "here"],
    ["TOOLWRIGHT_COMMANDS_FILE", "/nowhere/grants.json"],
  ])("is named where %s is wrong, and its value is not repeated", (name, value) => {
    const check = () => checkOperatorSettings({ [name]: value });
    expect(check).toThrow(
      expect.objectContaining({ code: "environment-invalid", message: expect.stringContaining(name) }),
    );
    expect(check).not.toThrow(/pa55/);
  });
});
