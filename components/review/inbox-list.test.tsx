// @vitest-environment jsdom
import { cleanup, render, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { InboxList, type WaitingSession } from "./inbox-list";

afterEach(cleanup);

const session = (sessionId: string, title: string, ...sentences: string[]): WaitingSession => ({
  sessionId,
  title,
  requests: sentences.map((sentence, index) => ({
    approvalId: `a_${sessionId}_${index}`,
    tool: "rename_symbol",
    sentence,
    risk: index === 0 ? "high" : "low",
    askedAt: 1,
    expiresAt: 2,
  })),
});

const show = (sessions: WaitingSession[]) =>
  render(
    <InboxList sessions={sessions} renderReview={({ sessionId }) => <a href={`/s/${sessionId}/review`}>Review</a>} />,
  );

describe("the inbox", () => {
  it("says that nothing waits", () => {
    show([]);
    expect(screen.getByText("Nothing waits for you")).toBeTruthy();
  });

  it("groups what waits by session, each with its way to the decision", () => {
    show([session("s_1", "First", "Delete `a`", "Delete `b`"), session("s_2", "Second", "Write `c`")]);
    const first = screen.getByRole("region", { name: "First" });
    expect(within(first).getAllByRole("listitem")).toHaveLength(2);
    expect(within(first).getByText("2 wait")).toBeTruthy();
    expect(within(first).getAllByText("high risk")).toHaveLength(1);
    const second = screen.getByRole("region", { name: "Second" });
    expect(within(second).getByRole("link", { name: "Review" }).getAttribute("href")).toBe("/s/s_2/review");
  });

  it("draws hidden characters of a sentence instead of obeying them", () => {
    show([session("s_1", "First", "Delete `a\u202etxt.exe`")]);
    expect(screen.getByRole("listitem").textContent).not.toContain("\u202e");
  });
});
