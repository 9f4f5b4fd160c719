// @vitest-environment jsdom
import { cleanup, configure, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useEffect, useState } from "react";
import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { TooltipProvider } from "@/components/ui/tooltip";
import type { JsonSchema } from "@/lib/core/tool/tool-types";
import { type ArgumentsDraft, newDraft, openDraft } from "./arguments-draft";
import { SchemaForm } from "./schema-form";

// Nothing is hidden here, and asking the style of every element takes most of the time.
configure({ defaultHidden: true });
afterEach(cleanup);

function inputSchema(type: z.ZodType): JsonSchema {
  return z.toJSONSchema(type, { io: "input" }) as JsonSchema;
}

interface HeldFormProps {
  schema: JsonSchema;
  draft: ArgumentsDraft;
  showMissing: boolean;
  onDraft(draft: ArgumentsDraft): void;
}

function HeldForm({ schema, draft, showMissing, onDraft }: HeldFormProps) {
  const [now, setNow] = useState(draft);
  useEffect(() => onDraft(now), [now, onDraft]);
  return (
    <TooltipProvider>
      <SchemaForm draft={now} onChange={setNow} schema={schema} showMissing={showMissing} />
    </TooltipProvider>
  );
}

/** Draws a form and gives back what its document holds now. */
function open(schema: JsonSchema, draft: ArgumentsDraft = newDraft(schema), showMissing = false) {
  let held = draft;
  const onDraft = (now: ArgumentsDraft) => {
    held = now;
  };
  render(<HeldForm draft={draft} onDraft={onDraft} schema={schema} showMissing={showMissing} />);
  return {
    user: userEvent.setup({ delay: null }),
    text: () => held.text,
    value: () => JSON.parse(held.text) as unknown,
    pending: () => held.pending,
  };
}

describe("a form from JSON Schema", () => {
  it("has a control for booleans, arrays and enums, not only for text", async () => {
    const form = open(
      inputSchema(
        z.object({
          on: z.boolean().optional(),
          ids: z.array(z.string().length(11)).optional(),
          kind: z.array(z.enum(["a", "b"])).optional(),
        }),
      ),
    );
    await form.user.click(screen.getByRole("radio", { name: "true" }));
    await form.user.click(
      within(screen.getByRole("radiogroup", { name: /^ids:/ })).getByRole("radio", { name: "set" }),
    );
    await form.user.click(
      within(screen.getByRole("group", { name: "ids" })).getByRole("button", { name: "Add an item" }),
    );
    await form.user.click(
      within(screen.getByRole("radiogroup", { name: /^kind:/ })).getByRole("radio", { name: "set" }),
    );
    await form.user.click(
      within(screen.getByRole("group", { name: "kind" })).getByRole("button", { name: "Add an item" }),
    );
    await form.user.selectOptions(within(screen.getByRole("group", { name: "kind" })).getByRole("combobox"), "b");
    expect(form.value()).toEqual({ on: true, ids: [""], kind: ["b"] });
    expect(screen.getByText(/Needs at least 11 characters; has 0/)).toBeDefined();
  });

  it("shows a default filled in and does not star it", () => {
    const form = open(inputSchema(z.object({ units: z.enum(["c", "f"]).default("c"), city: z.string() })));
    expect(form.value()).toEqual({ units: "c" });
    expect((screen.getByRole("combobox", { name: "units" }) as HTMLSelectElement).selectedOptions[0]?.text).toBe("c");
    expect(screen.getAllByText("required")).toHaveLength(1);
  });

  it("sends an integer as a number, with all its digits, and says when JavaScript cannot hold them", async () => {
    const form = open(inputSchema(z.object({ count: z.number().int() })));
    const input = screen.getByRole("textbox", { name: "count" });
    await form.user.type(input, "12345678901234567890");
    expect(form.text()).toContain('"count": 12345678901234567890');
    expect(screen.getByText(/JavaScript reads this as 12345678901234567168/)).toBeDefined();
  });

  it("keeps what is typed into a number while it is not one yet, and leaves the number out when it is cleared", async () => {
    const form = open(inputSchema(z.object({ ratio: z.number().optional() })));
    const input = screen.getByRole("textbox", { name: "ratio" }) as HTMLInputElement;
    await form.user.type(input, "-");
    expect(input.value).toBe("-");
    expect(form.pending()).toEqual({ "/ratio": "-" });
    await form.user.type(input, "1.50");
    expect(form.text()).toContain('"ratio": -1.50');
    await form.user.clear(input);
    expect(form.value()).toEqual({});
    expect(form.pending()).toEqual({});
  });

  it("keeps null, left out and empty text apart", async () => {
    const form = open(inputSchema(z.object({ note: z.string().nullable().optional() })));
    const presence = within(screen.getByRole("radiogroup", { name: /^note:/ }));
    const input = screen.getByRole("textbox", { name: "note" }) as HTMLTextAreaElement;
    expect(input.placeholder).toBe("left out");
    await form.user.click(presence.getByRole("radio", { name: "null" }));
    expect(form.value()).toEqual({ note: null });
    expect(input.placeholder).toBe("null");
    await form.user.click(presence.getByRole("radio", { name: "set" }));
    expect(form.value()).toEqual({ note: "" });
    expect(input.placeholder).toBe("empty text");
    await form.user.click(presence.getByRole("radio", { name: "left out" }));
    expect(form.value()).toEqual({});
  });

  it("changes the alternative of a discriminated union and keeps what both know", async () => {
    const shape = z.discriminatedUnion("kind", [
      z.object({ kind: z.literal("circle"), radius: z.number(), label: z.string() }),
      z.object({ kind: z.literal("box"), width: z.number(), label: z.string() }),
    ]);
    const schema = inputSchema(z.object({ shape }));
    const form = open(schema, openDraft('{"shape": {"kind": "circle", "radius": 1.0, "label": "x"}}'));
    await form.user.click(screen.getByRole("radio", { name: "box" }));
    expect(form.value()).toEqual({ shape: { kind: "box", label: "x" } });
    await form.user.type(screen.getByRole("textbox", { name: "width" }), "2");
    await form.user.click(screen.getByRole("radio", { name: "circle" }));
    expect(form.text()).toContain('"radius": 1.0');
  });

  it("shows a value of the wrong type as the JSON it is, with what is wrong", () => {
    open(inputSchema(z.object({ on: z.boolean() })), openDraft('{"on": "yes"}'));
    expect((screen.getByRole("textbox", { name: "on" }) as HTMLTextAreaElement).value).toBe('"yes"');
    expect(screen.getByText("Must be true or false, but is text.")).toBeDefined();
  });

  it("gives a shape it does not know a box of JSON of its own, and shows members the schema does not name", () => {
    open(inputSchema(z.object({ any: z.unknown() })), openDraft('{"any": [1, {"deep": null}], "surplus": true}'));
    expect((screen.getByRole("textbox", { name: "any" }) as HTMLTextAreaElement).value).toBe('[1, {"deep": null}]');
    expect((screen.getByRole("textbox", { name: "surplus" }) as HTMLTextAreaElement).value).toBe("true");
  });

  it("edits text with carriage returns as JSON, so that none is lost", () => {
    open(inputSchema(z.object({ text: z.string() })), openDraft('{"text": "a\\r\\nb"}'));
    expect((screen.getByRole("textbox", { name: "text" }) as HTMLTextAreaElement).value).toBe('"a\\r\\nb"');
  });

  it("renames an entry of a map in its place, and refuses a name that is taken", async () => {
    const form = open(
      inputSchema(z.object({ headers: z.record(z.string(), z.string()) })),
      openDraft('{"headers": {"a": "1", "b": "2"}}'),
    );
    const first = screen.getByRole("textbox", { name: "Name of the entry a" });
    await form.user.clear(first);
    await form.user.type(first, "b{Enter}");
    expect(screen.getByText("There is an entry “b” already.")).toBeDefined();
    await form.user.clear(first);
    await form.user.type(first, "c{Enter}");
    expect(form.text()).toBe('{"headers": {"c": "1", "b": "2"}}');
  });

  it.each([
    ["no properties", { type: "object", properties: {} }],
    ["no properties, closed", { type: "object", properties: {}, additionalProperties: false }],
    ["nothing but its type", { type: "object" }],
  ])("says that a tool with %s takes no input", (_case, schema) => {
    open(schema);
    expect(screen.getByText("This tool takes no input.")).toBeDefined();
  });

  it("labels a root that is not an object “Input”", () => {
    open({ type: "string" }, openDraft('"x"'));
    expect((screen.getByRole("textbox", { name: "Input" }) as HTMLTextAreaElement).value).toBe("x");
  });

  it("follows a schema that refers to itself as deep as the value goes", () => {
    const schema = {
      type: "object",
      properties: { tree: { $ref: "#/$defs/node" } },
      $defs: {
        node: {
          type: "object",
          properties: { name: { type: "string" }, child: { $ref: "#/$defs/node" } },
          required: ["name"],
        },
      },
    };
    open(schema, openDraft('{"tree": {"name": "a", "child": {"name": "b"}}}'));
    expect(
      screen.getAllByRole("textbox", { name: "name" }).map((input) => (input as HTMLTextAreaElement).value),
    ).toEqual(["a", "b"]);
  });

  it("asks for what is missing only when told to", () => {
    const schema = inputSchema(z.object({ city: z.string() }));
    open(schema);
    expect(screen.queryByText("Needs a value.")).toBeNull();
    cleanup();
    open(schema, newDraft(schema), true);
    expect(screen.getByText("Needs a value.")).toBeDefined();
    expect(screen.getByRole("textbox", { name: "city" }).getAttribute("aria-invalid")).toBe("true");
  });
});
