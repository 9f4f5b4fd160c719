// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactElement } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createReplay } from "@/lib/client/replay";
import { fail, ok } from "@/lib/core/errors/result";
import { recordedRun } from "@/lib/examples/recorded-runs/recorded-runs";
import { TooltipProvider } from "../ui/tooltip";
import { DefinitionReader } from "./definition-reader";
import { LinkProblem } from "./link-problem";
import type { LinkSummary } from "./link-summary";
import { LinksTable } from "./links-table";
import { ReplayControls } from "./replay-controls";
import { ShareDialog } from "./share-dialog";

afterEach(cleanup);

const show = (element: ReactElement) => render(<TooltipProvider>{element}</TooltipProvider>);

function link(part: Partial<LinkSummary> = {}): LinkSummary {
  return {
    linkId: "l_1",
    sessionId: "s_1",
    title: "Tidy",
    role: "view",
    createdAt: Date.now(),
    expiresAt: undefined,
    views: 1,
    lastViewedAt: undefined,
    status: "active",
    ...part,
  };
}

const PREVIEW = { title: "Tidy", definitionFiles: 4, workspaceFiles: 312, events: 1204, runs: 1 };

describe("ShareDialog", () => {
  it("says what the reader will see before a link is made, and shows the link whole", async () => {
    const createLink = vi.fn(async () => ok({ linkId: "l_9", url: "https://host/s/l_9/review#key" }));
    show(
      <ShareDialog
        open
        onOpenChange={() => undefined}
        preview={PREVIEW}
        createLink={createLink}
        listLinks={async () => ok([])}
        revokeLink={async () => ok(undefined)}
      />,
    );
    const preview = screen.getByRole("region", { name: "What the reader sees" });
    expect(preview.textContent).toContain("312 workspace files");
    expect(preview.textContent).toContain("1 run with 1,204 events");
    expect(preview.textContent).toContain("Never part of a link: model keys and secrets");
    const user = userEvent.setup();
    await user.click(screen.getByRole("radio", { name: "Decide requests" }));
    await user.click(screen.getByRole("radio", { name: "7 days" }));
    await user.click(screen.getByRole("button", { name: "Create link" }));
    expect(createLink).toHaveBeenCalledExactlyOnceWith({
      role: "review",
      expiresInDays: 7,
      confirmFindings: expect.any(Function),
    });
    const field = await screen.findByRole<HTMLInputElement>("textbox", { name: /review link/ });
    expect(field.value).toBe("https://host/s/l_9/review#key");
  });

  it("names every place that looks like a secret, and makes a link only when the person says so", async () => {
    const scan = {
      findings: [
        { place: "definition" as const, name: "tools/pay.ts", line: 12, kind: "API_KEY" },
        { place: "arguments" as const, name: "Write", line: 1, kind: "PRIVATE_KEY" },
      ],
      unread: ["picture.png"],
    };
    const createLink = vi.fn(async ({ confirmFindings }: { confirmFindings(found: typeof scan): Promise<boolean> }) =>
      (await confirmFindings(scan))
        ? ok({ linkId: "l_9", url: "https://host/s/l_9#key" })
        : fail("not-shared", "No link was made."),
    );
    show(
      <ShareDialog
        open
        onOpenChange={() => undefined}
        preview={PREVIEW}
        createLink={createLink}
        listLinks={async () => ok([])}
        revokeLink={async () => ok(undefined)}
      />,
    );
    const user = userEvent.setup();
    await user.click(screen.getByRole("button", { name: "Create link" }));
    const places = await screen.findByRole("list", { name: "Places that look like secrets" });
    expect(places.textContent).toContain("tools/pay.ts:12 (definition): api key");
    expect(places.textContent).toContain("Write (arguments of a call): private key");
    expect(screen.getByRole("alert").textContent).toContain(
      "1 file was not looked into, too large or no text: picture.png.",
    );
    await user.click(screen.getByRole("button", { name: "Make no link" }));
    expect(screen.queryByRole("alert")).toBeNull();
    expect(screen.queryByRole("textbox", { name: /link/ })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Create link" }));
    await user.click(await screen.findByRole("button", { name: "Share them all the same" }));
    expect(await screen.findByRole("textbox", { name: /^The link/ })).toBeDefined();
  });

  it("keeps the dialog and says why when no link could be made", async () => {
    show(
      <ShareDialog
        open
        onOpenChange={() => undefined}
        preview={PREVIEW}
        createLink={async () =>
          fail("too-large", "The workspace is larger than 25 MB.", { fix: "Remove large files." })
        }
        listLinks={async () => ok([])}
        revokeLink={async () => ok(undefined)}
      />,
    );
    await userEvent.click(screen.getByRole("button", { name: "Create link" }));
    expect((await screen.findByRole("alert")).textContent).toContain("larger than 25 MB");
  });
});

describe("LinksTable", () => {
  it("revokes only after it was asked twice, and offers nothing for a dead link", async () => {
    const onRevoke = vi.fn(async () => ok(undefined));
    show(<LinksTable links={[link(), link({ linkId: "l_2", status: "revoked" })]} onRevoke={onRevoke} />);
    expect(screen.getAllByRole("button")).toHaveLength(1);
    const user = userEvent.setup();
    await user.click(screen.getByRole("button", { name: /^Revoke the link/ }));
    expect(onRevoke).not.toHaveBeenCalled();
    await user.click(screen.getByRole("button", { name: "Revoke for good" }));
    expect(onRevoke).toHaveBeenCalledExactlyOnceWith("l_1");
  });
});

describe("LinkProblem", () => {
  it.each([
    ["link-incomplete", "This link is not whole"],
    ["link-unknown", "There is no such link"],
    ["link-revoked", "This link was revoked"],
    ["link-expired", "This link has expired"],
  ])("explains %s and what to do", (code, title) => {
    show(<LinkProblem problem={{ code, message: "raw" }} />);
    expect(screen.getByRole("heading", { name: title })).toBeTruthy();
    expect(screen.getByRole("alert").textContent).not.toContain("raw");
  });

  it("shows the message and the fix of a problem it does not know", () => {
    show(<LinkProblem problem={{ code: "constructor", message: "Something new.", fix: "Do this." }} />);
    expect(screen.getByRole("alert").textContent).toContain("Something new.Do this.");
  });
});

describe("ReplayControls", () => {
  it("steps, scrubs and plays over the stored events", () => {
    const events = recordedRun("parallel-approvals")?.events() ?? [];
    const onLog = vi.fn();
    const replay = createReplay(events, onLog);
    show(<ReplayControls replay={replay} />);
    const slider = screen.getByRole("slider", { name: "Event shown" });
    expect(slider.getAttribute("aria-valuetext")).toBe(`Event ${events.length} of ${events.length}`);
    fireEvent.change(slider, { target: { value: "3" } });
    expect(replay.log().lastSeq).toBe(3);
    fireEvent.click(screen.getByRole("button", { name: "One event on" }));
    expect(replay.log().lastSeq).toBe(4);
    fireEvent.click(screen.getByRole("button", { name: "Play as it happened" }));
    expect(screen.getByRole("button", { name: "Pause" })).toBeTruthy();
    act(() => replay.pause());
    expect(screen.getByRole("button", { name: "Play as it happened" })).toBeTruthy();
    replay.dispose();
  });
});

describe("DefinitionReader", () => {
  it("shows agent.ts first and another file when it is chosen", async () => {
    show(
      <DefinitionReader
        files={{ "tools/a.ts": "const tool = 1;", "agent.ts": "const agent = 1;", "script.json": "{}" }}
      />,
    );
    const tabs = within(screen.getByRole("navigation", { name: "Definition files" })).getAllByRole("button");
    expect(tabs.map((tab) => tab.textContent)).toEqual(["agent.ts", "tools/a.ts", "script.json"]);
    expect(screen.getByRole("region", { name: "Text of agent.ts" }).textContent).toContain("const agent = 1;");
    await userEvent.click(screen.getByRole("button", { name: "tools/a.ts" }));
    expect(screen.getByRole("region", { name: "Text of tools/a.ts" }).textContent).toContain("const tool = 1;");
  });
});
