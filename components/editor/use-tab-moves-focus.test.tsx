// @vitest-environment jsdom
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { useTabMovesFocus } from "./use-tab-moves-focus";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  localStorage.clear();
});

describe("the way out of the editor", () => {
  it("is off until it is chosen, holds for every editor on the page, and is remembered", () => {
    const first = renderHook(() => useTabMovesFocus());
    const second = renderHook(() => useTabMovesFocus());
    expect(first.result.current[0]).toBe(false);
    act(() => first.result.current[1]());
    expect([first.result.current[0], second.result.current[0]]).toEqual([true, true]);
    cleanup();
    const later = renderHook(() => useTabMovesFocus());
    expect(later.result.current[0]).toBe(true);
    act(() => later.result.current[1]());
    expect(later.result.current[0]).toBe(false);
  });

  it("works on a page that may store nothing", () => {
    vi.spyOn(Storage.prototype, "getItem").mockImplementation(() => {
      throw new DOMException("forbidden", "SecurityError");
    });
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("forbidden", "SecurityError");
    });
    const { result } = renderHook(() => useTabMovesFocus());
    act(() => result.current[1]());
    expect(result.current[0]).toBe(true);
    act(() => result.current[1]());
    expect(result.current[0]).toBe(false);
  });
});
