import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRedactor } from "@/lib/core/redact/redactor";
import { secretForms } from "@/lib/core/redact/secret-forms";
import { shorten } from "./shorten";
import { CANARY, canaryRedactor } from "./testing/canary";

const door = { scanner: () => canaryRedactor.stream() };

describe("shorten", () => {
  it("leaves a text alone that has room", () => {
    expect(shorten("abc", 3, door)).toEqual({ text: "abc", isCut: false });
  });

  it("splits no character", () => {
    expect(shorten("a🎉b", 2, door)).toEqual({ text: "a", isCut: true });
  });

  it("keeps nothing of a value in any of its forms, wherever the cut goes through it", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...secretForms(CANARY)).chain((form) => fc.tuple(fc.constant(form), fc.nat(form.length))),
        fc.nat(30),
        ([form, inside], before) => {
          const { text } = shorten(`${"~".repeat(before)}${form}~`, before + inside, door);
          expect(text.replace(/^~*/, "")).toMatch(/^(?:\[REDACTED:TOKEN\]|\[[A-Z:]*)?$/);
        },
      ),
    );
  });

  it("takes out what is whole, and stays within the length", () => {
    const short = createRedactor({ secrets: [{ name: "A_LONG_NAME", value: "abcd" }] });
    expect(shorten("abcdabcd and more", 12, { scanner: () => short.stream() })).toEqual({
      text: "[REDACTED:A_",
      isCut: true,
    });
  });
});
