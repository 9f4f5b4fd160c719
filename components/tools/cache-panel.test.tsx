// @vitest-environment jsdom
import { cleanup, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { TooltipProvider } from "@/components/ui/tooltip";
import type { CacheReport } from "@/lib/core/cache/cache-report";
import { fail, ok } from "@/lib/core/errors/result";
import { CachePanel } from "./cache-panel";

afterEach(cleanup);

const now = Date.now();
const weather: CacheReport = {
  tool: "get_weather",
  prefix: "toolcache:get_weather:",
  strategy: "semantic",
  storage: "browser",
  lifetimeMs: 300_000,
  maxSize: 1000,
  hits: 3,
  misses: 1,
  evictions: 2,
  size: 5,
  entries: [
    { key: "k1", label: '{"city":"Rome"}', storedAt: now - 60_000, expiresAt: now + 240_000, bytes: 4100, hits: 3 },
    { key: "k2", label: '{"city":"\u202eOslo"}', storedAt: now, expiresAt: now + 300_000, bytes: 20, hits: 1 },
    { key: "old", label: "expired", storedAt: now - 600_000, expiresAt: now - 1, bytes: 20, hits: 0 },
  ],
};

function show(caches: readonly CacheReport[], answer = ok<void>(undefined) as Awaited<ReturnType<typeof onEvictType>>) {
  const onEvict = vi.fn(async () => answer);
  const onClear = vi.fn(async () => answer);
  render(
    <TooltipProvider>
      <CachePanel caches={caches} onClear={onClear} onEvict={onEvict} />
    </TooltipProvider>,
  );
  return { onEvict, onClear };
}
declare function onEvictType(): ReturnType<Parameters<typeof CachePanel>[0]["onEvict"]>;

it("says how to cache a tool where none is", () => {
  show([]);
  expect(screen.getByText("No tool is cached")).toBeTruthy();
  expect(screen.getByText(/withCache/)).toBeTruthy();
});

it("shows hits, misses, size, age and where the results are, and nothing that has expired", () => {
  show([weather]);
  const section = screen.getByRole("region", { name: "Cache of get_weather" });
  const text = section.textContent ?? "";
  for (const words of ["by likeness", "in this browser", "Hits3", "75 %", "Misses1", "of 1,000, 2 evicted"]) {
    expect(text).toContain(words);
  }
  const rows = within(screen.getByRole("list", { name: "Stored results of get_weather" })).getAllByRole("listitem");
  expect(rows).toHaveLength(2);
  expect(rows[0]?.textContent).toMatch(/city: Rome.*stored 1m ago · .* left · 4.1 kB · 3 hits/);
  expect(text).toContain("and 2 used longer ago");
});

it("draws what a label tries to hide", () => {
  show([weather]);
  expect(document.querySelector("[data-hidden-character]")).not.toBeNull();
});

it("evicts one and clears all, by name for who cannot see it", async () => {
  const { onEvict, onClear } = show([weather]);
  await userEvent.click(screen.getByRole("button", { name: "Evict city: Rome" }));
  expect(onEvict).toHaveBeenCalledWith("get_weather", "k1");
  await userEvent.click(screen.getByRole("button", { name: "Clear the cache of get_weather" }));
  expect(onClear).toHaveBeenCalledWith("get_weather");
});

it("says what went wrong, and what is wrong with a storage", async () => {
  show(
    [{ ...weather, problem: "The result could not be cached: full" }],
    fail("outside-failed", "No answer.", { fix: "Wait." }),
  );
  expect(screen.getByText("The result could not be cached: full")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Clear the cache of get_weather" }));
  expect(screen.getByRole("alert").textContent).toBe("No answer.Wait.");
});

it("says what would be there when nothing is stored", () => {
  show([{ ...weather, entries: [], size: 0 }]);
  expect(screen.getByText("Nothing is stored. A call of get_weather stores its result for 5 min.")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Clear the cache of get_weather" }).hasAttribute("disabled")).toBe(true);
});
