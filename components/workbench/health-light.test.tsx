// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { HealthLight } from "./health-light";

afterEach(cleanup);

it("names the worst part on the light and mends it with one button", async () => {
  const onAction = vi.fn();
  const user = userEvent.setup();
  render(
    <HealthLight
      toolHost={{ phase: "ready" }}
      isolated
      secure
      live="lost"
      workspace={{
        kind: "virtual",
        status: { phase: "ready" },
        storage: { kind: "opfs", bytes: 1, quota: undefined, problem: undefined },
      }}
      onAction={onAction}
    />,
  );
  await user.click(screen.getByRole("button", { name: /^Runtime: Trouble, Server: The connection is lost/ }));
  await user.click(await screen.findByRole("button", { name: "Try now: Server" }));
  expect(onAction).toHaveBeenCalledWith("reconnect");
});
