"use client";

import { useState } from "react";
import { z } from "zod";
import { type ArgumentsDraft, newDraft, openDraft } from "@/components/tools/arguments-draft";
import { CachePanel } from "@/components/tools/cache-panel";
import { CallPanel } from "@/components/tools/call-panel";
import { JsonArguments } from "@/components/tools/json-arguments";
import { ProblemsNotice } from "@/components/tools/problems-notice";
import { ProviderMatrix } from "@/components/tools/provider-matrix";
import { SchemaForm } from "@/components/tools/schema-form";
import { ToolList } from "@/components/tools/tool-list";
import { ok } from "@/lib/core/errors/result";
import type { JsonSchema } from "@/lib/core/tool/tool-types";
import type { DescribedTool } from "@/lib/tool-host/described-definition";
import { Specimen } from "../specimen";
import { sampleCaches } from "./sample-caches";

const everyType = z.toJSONSchema(
  z.object({
    city: z.string().min(1).max(80).describe("Where to look"),
    note: z.string().nullable().optional().describe("Null, left out and empty are three things here"),
    units: z.enum(["celsius", "fahrenheit"]).default("celsius"),
    days: z.number().int().min(1).max(14).default(3),
    precision: z.number().optional(),
    verbose: z.boolean().optional(),
    since: z.iso.datetime().optional(),
    ids: z.array(z.string().length(11)).optional(),
    kinds: z.array(z.enum(["rain", "wind", "sun"])).default(["rain"]),
    point: z.tuple([z.number(), z.number()]).optional(),
    headers: z.record(z.string(), z.string()).optional(),
    shape: z.discriminatedUnion("kind", [
      z.object({ kind: z.literal("circle"), radius: z.number().positive() }),
      z.object({ kind: z.literal("box"), width: z.number(), height: z.number(), label: z.string().optional() }),
    ]),
    either: z.union([z.string(), z.number(), z.null()]).optional(),
    address: z.object({
      street: z.string(),
      zip: z.string().nullable(),
      geo: z.object({ latitude: z.number() }).optional(),
    }),
    anything: z.unknown().optional(),
  }),
  { io: "input" },
) as JsonSchema;

const filled = `{
  "city": "Łódź\\nand\\taround",
  "note": null,
  "days": 99,
  "precision": 12345678901234567890,
  "verbose": "yes",
  "ids": ["dQw4w9WgXcQ", "short"],
  "kinds": [],
  "point": [51.77, 19.45],
  "headers": { "x-trace": "1", "accept": "*/*" },
  "shape": { "kind": "box", "width": 2, "height": 1e400 },
  "either": null,
  "address": { "street": "", "zip": null },
  "anything": { "nested": [1, 2, { "deep": true }] },
  "surplus": "a name that the tool does not know"
}`;

function describedTool(tool: Partial<DescribedTool> & { name: string }): DescribedTool {
  return {
    description: "",
    parameters: { type: "object", properties: {} },
    sideEffects: [],
    fingerprint: tool.name,
    tags: [],
    requiresApproval: "never",
    givenToAgent: true,
    file: `tools/${tool.name}.ts`,
    ...tool,
  };
}

const tools = [
  describedTool({ name: "forecast", description: "The weather of the next days.", parameters: everyType }),
  describedTool({ name: "ping" }),
  describedTool({
    name: "delete_every_file_that_matches_a_very_long_pattern_name",
    description: "Removes files below a directory, without a way back; the description is long as well.",
    sideEffects: ["filesystem", "process"],
    requiresApproval: "always",
  }),
  describedTool({
    name: "rename_symbol",
    description: "Renames.",
    sideEffects: ["filesystem"],
    requiresApproval: "depends",
    givenToAgent: false,
  }),
];

/** A member that nothing fits: no provider can be told of the tool. */
const untold = describedTool({
  name: "untold",
  parameters: { type: "object", properties: { never: { not: {} } }, required: ["never"] },
});

const problems = [
  {
    code: "syntax",
    message: "Unexpected token: a comma is missing after “description”.",
    file: "tools/ping.ts",
    line: 7,
    column: 3,
    severity: "error" as const,
  },
  {
    code: "long-name",
    message: "The name is longer than most providers show.",
    fix: "Shorten it.",
    file: "tools/rename_symbol.ts",
    severity: "warning" as const,
  },
];

const history = [
  {
    callId: "c1",
    at: Date.now() - 40_000,
    argumentsText: '{"city":"Oslo","days":3}',
    word: "done",
    tone: "good" as const,
  },
  { callId: "c2", at: Date.now() - 4_000_000, argumentsText: '{"city":""}', word: "failed", tone: "bad" as const },
];

export function ToolsSection() {
  const [selected, setSelected] = useState("forecast");
  return (
    <>
      <Specimen caption="Tools: risk, approval, an error, a warning, not given to the agent">
        <div className="w-64 rounded-lg border bg-card">
          <ToolList onAdd={() => {}} onSelect={setSelected} problems={problems} selected={selected} tools={tools} />
        </div>
      </Specimen>
      <Specimen caption="Tools and providers: taken, rewritten, left out">
        <div className="rounded-lg border bg-popover p-3">
          <ProviderMatrix selected="forecast" tools={[...tools, untold]} />
        </div>
      </Specimen>
      <Specimen caption="Caches: by likeness, a storage that fails, none">
        <div className="grid items-start gap-3 sm:grid-cols-2">
          <div className="flex w-72 flex-col rounded-lg border bg-card">
            <CachePanel caches={sampleCaches} onClear={async () => ok(undefined)} onEvict={async () => ok(undefined)} />
          </div>
          <div className="flex w-72 flex-col rounded-lg border bg-card">
            <CachePanel caches={[]} onClear={async () => ok(undefined)} onEvict={async () => ok(undefined)} />
          </div>
        </div>
      </Specimen>
      <Specimen caption="Problems of the definition">
        <ProblemsNotice lastGoodStays onOpen={() => {}} problems={problems} />
      </Specimen>
      <Specimen caption="Call by hand">
        <div className="flex h-[420px] rounded-lg border bg-card">
          <CallPanel
            history={history}
            onRun={async () => ok(undefined)}
            sessionId="gallery"
            tool={tools[0] ?? describedTool({ name: "none" })}
          />
        </div>
      </Specimen>
      <FormSpecimen
        caption="A new form: what the schema decides is there"
        draft={newDraft(everyType)}
        schema={everyType}
      />
      <FormSpecimen
        caption="Everything at once, much of it wrong"
        draft={openDraft(filled)}
        schema={everyType}
        showMissing
      />
      <FormSpecimen caption="No input" draft={openDraft("{}")} schema={{ type: "object", properties: {} }} />
      <JsonSpecimen />
    </>
  );
}

function FormSpecimen({
  caption,
  schema,
  draft: initial,
  showMissing,
}: {
  caption: string;
  schema: JsonSchema;
  draft: ArgumentsDraft;
  showMissing?: boolean;
}) {
  const [draft, setDraft] = useState(initial);
  return (
    <Specimen caption={caption}>
      <div className="grid gap-4 rounded-lg border bg-card p-3 lg:grid-cols-[minmax(0,1fr)_320px]">
        <SchemaForm draft={draft} onChange={setDraft} schema={schema} showMissing={showMissing} />
        <pre className="overflow-auto rounded-md border bg-muted p-2 font-mono text-xs">{draft.text}</pre>
      </div>
    </Specimen>
  );
}

function JsonSpecimen() {
  const [draft, setDraft] = useState(openDraft('{\n  "city": \'Oslo\',\n  "days": 3\n}'));
  return (
    <Specimen caption="JSON that is not whole">
      <JsonArguments draft={draft} onText={(text) => setDraft(openDraft(text))} />
    </Specimen>
  );
}
