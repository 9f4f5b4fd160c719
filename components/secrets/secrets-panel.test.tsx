// @vitest-environment jsdom
import { cleanup, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { fail, ok } from "@/lib/core/errors/result";
import { SecretUses } from "./secret-uses";
import { SecretsPanel, type SecretsPanelProps } from "./secrets-panel";

// Radix measures a checkbox inside of a form.
vi.stubGlobal(
  "ResizeObserver",
  class {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  },
);

afterEach(cleanup);

const CANARY = "sk-canary-typed-by-hand";

function show(props: Partial<SecretsPanelProps> = {}) {
  const onSave = vi.fn(async () => ok(undefined));
  const onRemove = vi.fn(async () => ok(undefined));
  render(
    <SecretsPanel
      loaded
      offered={[]}
      onRemove={onRemove}
      onSave={onSave}
      secrets={[]}
      tools={["fetchWeather", "sendMail"]}
      uses={[]}
      {...props}
    />,
  );
  return { onSave, onRemove, user: userEvent.setup() };
}

const token = {
  name: "TOKEN",
  provider: "typed" as const,
  source: "typed here",
  resolved: true,
  tools: ["fetchWeather"],
  hosts: ["api.example.com"],
};

describe("the panel of secrets", () => {
  it("says what a secret is for when there is none, and takes one in", async () => {
    const { user, onSave } = show();
    expect(screen.getByText(/gets a stand-in for it/)).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Add a secret" }));
    expect(document.activeElement).toBe(screen.getByLabelText("Name"));
    await user.type(screen.getByLabelText("Name"), "TOKEN");
    const value = screen.getByLabelText("Value");
    expect(value.getAttribute("type")).toBe("password");
    await user.type(value, CANARY);
    await user.click(screen.getByRole("checkbox", { name: "fetchWeather" }));
    await user.type(screen.getByLabelText("Where it may be sent"), "api.example.com, *.example.org");
    await user.click(screen.getByRole("button", { name: "Add the secret" }));
    expect(onSave).toHaveBeenCalledExactlyOnceWith({
      name: "TOKEN",
      provider: "typed",
      value: CANARY,
      tools: ["fetchWeather"],
      hosts: ["api.example.com", "*.example.org"],
    });
    expect(document.body.innerHTML).not.toContain(CANARY);
  });

  it("forgets what was typed when the server refuses it, and says why", async () => {
    const { user } = show({ onSave: async () => fail("too-large", "Too many characters.", { field: "value" }) });
    await user.click(screen.getByRole("button", { name: "Add a secret" }));
    await user.type(screen.getByLabelText("Name"), "TOKEN");
    await user.type(screen.getByLabelText("Value"), CANARY);
    await user.click(screen.getByRole("button", { name: "Add the secret" }));
    expect(screen.getByRole("alert").textContent).toContain("Too many characters.");
    expect(screen.getByLabelText<HTMLInputElement>("Value").value).toBe("");
  });

  it("asks for a name and a value before it sends anything", async () => {
    const { user, onSave } = show();
    await user.click(screen.getByRole("button", { name: "Add a secret" }));
    await user.type(screen.getByLabelText("Name"), "1-TOKEN");
    await user.click(screen.getByRole("button", { name: "Add the secret" }));
    expect(screen.getByRole("alert").textContent).toContain("begins with no digit");
    await user.clear(screen.getByLabelText("Name"));
    await user.type(screen.getByLabelText("Name"), "TOKEN");
    await user.click(screen.getByRole("button", { name: "Add the secret" }));
    expect(screen.getByRole("alert").textContent).toContain("Type the value.");
    expect(onSave).not.toHaveBeenCalled();
  });

  it("lists where each comes from, who may use it, and what is not resolved", async () => {
    const problem = { code: "secret-not-resolved", message: "The server was restarted: type it again." };
    const { user, onSave } = show({ secrets: [token, { ...token, name: "LOST", resolved: false, problem }] });
    const [first, second] = within(screen.getByRole("list", { name: "Secrets" })).getAllByRole("listitem");
    expect(first?.textContent).toContain("TOKENresolvedtyped here · for fetchWeather · to api.example.com");
    expect(second?.textContent).toContain("not resolved");
    expect(second?.textContent).toContain("type it again");
    await user.click(screen.getByRole("button", { name: "Change TOKEN" }));
    await user.click(screen.getByRole("checkbox", { name: "sendMail" }));
    await user.click(screen.getByRole("button", { name: "Save the secret" }));
    // Without a new value only the grants change.
    expect(onSave).toHaveBeenCalledExactlyOnceWith({
      name: "TOKEN",
      provider: "typed",
      tools: ["fetchWeather", "sendMail"],
      hosts: ["api.example.com"],
    });
  });

  it("removes one after a second word", async () => {
    const { user, onRemove } = show({ secrets: [token] });
    await user.click(screen.getByRole("button", { name: "Remove TOKEN" }));
    expect(onRemove).not.toHaveBeenCalled();
    await user.click(screen.getByRole("button", { name: "Remove it" }));
    expect(onRemove).toHaveBeenCalledExactlyOnceWith("TOKEN");
  });

  it("claims nothing before it was read, and reads again when asked to", async () => {
    const onRetry = vi.fn();
    const problem = { code: "connection-lost", message: "The server did not answer." };
    const { user } = show({ loaded: false, problem, onRetry });
    expect(screen.queryByText(/None yet/)).toBeNull();
    expect(screen.queryByRole("button", { name: "Add a secret" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(onRetry).toHaveBeenCalledOnce();
  });

  it("offers what the server lends, and shows every use with its call", async () => {
    const onShowCall = vi.fn();
    const use = {
      id: "u_1",
      name: "LENT",
      tool: "fetchWeather",
      runId: "r_1",
      callId: "c_1",
      target: "api.example.com",
      at: 0,
    };
    const lent = {
      name: "LENT",
      source: "1Password on the server",
      tools: ["fetchWeather"],
      hosts: ["api.example.com"],
    };
    const { user, onSave } = show({ offered: [lent], uses: [use], onShowCall });
    expect(screen.getByRole("region", { name: "Uses" }).textContent).toContain(
      "used by fetchWeather, for api.example.com",
    );
    await user.click(screen.getByRole("button", { name: "Show the call of fetchWeather that used LENT" }));
    expect(onShowCall).toHaveBeenCalledExactlyOnceWith("r_1", "c_1");
    await user.click(screen.getByRole("button", { name: "Use LENT in this session" }));
    expect(screen.queryByLabelText("Value")).toBeNull();
    await user.click(screen.getByRole("button", { name: "Add the secret" }));
    expect(onSave).toHaveBeenCalledExactlyOnceWith({
      name: "LENT",
      provider: "operator",
      tools: ["fetchWeather"],
      hosts: ["api.example.com"],
    });
  });

  it("promises of the list of uses what it holds: values put into requests, also of those that did not arrive", () => {
    render(<SecretUses uses={[]} />);
    expect(screen.getByRole("region", { name: "Uses" }).textContent).toContain(
      "Each time a value is put into a request it is written down here, with the tool and the host, also when the request then does not arrive.",
    );
  });
});
