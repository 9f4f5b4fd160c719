import { describe, expect, it } from "vitest";
import { namesIn, testNames } from "./test-names";

/*
 * Faults that users of other tools reported, by the numbers of our own collection, and the tests that make each impossible
 * here. `later` says what of the right behaviour is not there yet; a fault with `later` alone is not covered, and is not
 * claimed to be.
 */

/** A file and the names of tests in it, exactly as they stand there. */
type Proof = readonly [file: string, ...names: string[]];

interface ReportedFault {
  id: string;
  /** What went wrong, in a few words. */
  fault: string;
  proofs?: readonly Proof[];
  later?: string;
}

const schema = "lib/core/schema/tool-parameters-schema.test.ts";
const definition = "lib/tool-host/guest/read-definition.test.ts";
const definitionSchemas = "lib/tool-host/guest/schema-faults.test.ts";
const form = "components/tools/schema-form.test.tsx";
const provider = "lib/server/models/openai-compatible/openai-compatible-model.test.ts";
const providerDialects = "lib/server/models/openai-compatible/dialects.test.ts";
const dialects = "lib/core/schema/dialects/to-dialect.test.ts";
const providerTools = "lib/core/schema/dialects/tools-for-provider.test.ts";
const matrix = "components/tools/provider-matrix.test.tsx";
const conversation = "lib/core/model/conversation.test.ts";
const loop = "lib/core/agent/run-agent.test.ts";
const fold = "lib/core/agent/fold-event.test.ts";
const workbench = "lib/client/create-workbench.test.ts";
const runs = "lib/server/runs/runs.suite.ts";
const steps = "lib/server/runs/steps.suite.ts";
const approvals = "lib/server/approvals/approvals.suite.ts";
const links = "lib/server/links/links.suite.ts";
const noLeak = "lib/server/secrets/no-secret-leaks.test.ts";
const noSecret = "lib/server/links/no-secret-in-a-link.test.ts";
const panel = "components/run/approval-panel.test.tsx";
const composer = "components/run/agent-composer.test.tsx";
const timeline = "components/run/run-timeline.test.tsx";
const approvalJourney = "e2e/journeys/approval.spec.ts";
const handCallJourney = "e2e/journeys/hand-call.spec.ts";
const sharingJourney = "e2e/journeys/sharing.spec.ts";
const editorJourney = "e2e/journeys/editor.spec.ts";
const toolHost = "lib/tool-host/host/tool-host.browser.test.ts";
const shellInBrowser = "lib/sandbox/virtual/virtual-sandbox.browser.test.ts";
const shell = "lib/testing/shell-contract.ts";
const containerBoot = "lib/sandbox/webcontainer/boot-controller.browser.test.ts";
const containerSandbox = "lib/sandbox/webcontainer/webcontainer-sandbox.browser.test.ts";
const runtime = "lib/client/runtime-controller.test.ts";
const runtimeMenu = "components/workbench/runtime-menu.test.tsx";

const FAULTS: readonly ReportedFault[] = [
  {
    id: "B01",
    fault: "a union at the root of one tool kills every request",
    proofs: [
      [schema, "keeps anyOf beside an object root for unions, with each branch's own members"],
      [definitionSchemas, "a union at the root is told as an object, so that one tool never kills the request of all"],
      [dialects, "goes into a member for %s, and comes out of it again"],
      [
        providerDialects,
        "takes every awkward tool in the dialect %s, all in one request",
        "comes out under the author's name, and out of the member that a union was put into",
        "is told of the others when one tool cannot be told, and a person is told why: %s",
      ],
      [matrix, "has a cell for every tool and provider, with its verdict and its number of places in words"],
    ],
  },
  {
    id: "B03",
    fault: "oneOf in strict mode",
    proofs: [
      [dialects, "turns oneOf into anyOf, and says whether that loses anything"],
      [
        providerDialects,
        "takes every awkward tool in the dialect %s, all in one request",
        "in the dialect %s refuses such a tool as it stands, so that the test above means something",
      ],
    ],
  },
  {
    id: "B05",
    fault: "an exclusive minimum refused by a provider",
    proofs: [
      [dialects, "is told the nearest bound of integers, and a bound and words for other numbers"],
      [providerDialects, "takes every awkward tool in the dialect %s, all in one request"],
      [matrix, "lists tool, place, rule, quick fix and what is sent instead of the cell in hand"],
    ],
  },
  {
    id: "B07",
    fault: "Zod inside JSON Schema, answered with an index only",
    proofs: [
      [schema, "refuses %s by name"],
      [definitionSchemas, "a Zod shape inside plain JSON Schema is refused where it stands, before anything is sent"],
      [provider, "answers HTTP %i with %s, says what the provider said, and never shows the key"],
    ],
  },
  {
    id: "B09",
    fault: "an object schema without properties",
    proofs: [
      [schema, "passes it through with properties and required in order", "gives an empty object for no members"],
      [definitionSchemas, "an object schema without properties is told to a model with empty ones"],
      [providerDialects, "takes every awkward tool in the dialect %s, all in one request"],
    ],
    later: "bringing in tools of other servers, and giving them out unchanged",
  },
  {
    id: "B11",
    fault: "a tool name that every request is refused for",
    proofs: [
      [definition, "refuses the name %j at its line, with a name that works"],
      ["lib/core/tool/tool.test.ts", "suggests a name that every provider accepts"],
      [providerTools, "takes names that no provider takes under the nearest ones, each its own, and finds them again"],
      [providerDialects, "takes every awkward tool in the dialect %s, all in one request"],
    ],
    later: "a title for people beside the name",
  },
  {
    id: "B13",
    fault: "a member with a default told as required",
    proofs: [
      [schema, "shows the input side: a default is optional and kept, a transform shows what goes in"],
      [form, "shows a default filled in and does not star it"],
      [
        "lib/core/call/prepare-call.test.ts",
        "parses once: defaults and transforms are in what is shown, digested and run",
      ],
    ],
  },
  {
    id: "B15",
    fault: "a schema that arrives as an object without members",
    proofs: [
      [schema, "refuses %s by name"],
      [definitionSchemas, "a schema whose members are lost on the way is refused, and never a tool without arguments"],
    ],
  },
  {
    id: "B17",
    fault: "the agent calls yesterday's signature",
    proofs: [
      [
        "lib/testing/changed-schema.test.ts",
        "is what the next run is told at once, and each run names the version it used",
      ],
      [
        "lib/client/definition-controller.test.ts",
        "shows the build of the newest text when builds finish out of order",
      ],
    ],
  },
  {
    id: "B19",
    fault: "a form that leaves fields out",
    proofs: [
      [
        form,
        "has a control for booleans, arrays and enums, not only for text",
        "gives a shape it does not know a box of JSON of its own, and shows members the schema does not name",
      ],
    ],
  },
  {
    id: "B21",
    fault: "no input, or a root that is no object, drawn as nothing",
    proofs: [[form, "says that a tool with %s takes no input", "labels a root that is not an object “Input”"]],
  },
  {
    id: "B23",
    fault: "the JSON box rewrites what is typed",
    proofs: [
      ["components/tools/call-panel.test.tsx", "never rewrites what is typed as JSON, however broken it is on the way"],
    ],
  },
  {
    id: "B25",
    fault: "nothing returned looks like nothing run",
    proofs: [
      ["lib/core/call/encode-result.test.ts", "takes undefined, null and an empty text for nothing"],
      [
        "lib/core/agent/call-label.test.ts",
        "says each phase with the design's word",
        "says each outcome with the design's word",
      ],
    ],
  },
  {
    id: "B27",
    fault: "parallel calls glued together",
    proofs: [
      [provider, "splits calls whose arguments a provider glued together under one index"],
      ["lib/core/model/split-glued-json.test.ts", "takes four glued calls apart"],
      [conversation, "tells a cut or unreadable call with empty arguments and why it did not run"],
    ],
  },
  {
    id: "B29",
    fault: "empty arguments in the card until a reload",
    proofs: [
      [fold, "shows the arguments as they grow, then the text that was parsed"],
      [fold, "reads the same from any chunking, and so the same live as after a reload"],
      [provider, "streams two parallel calls whose arguments grow to exactly what would run"],
    ],
  },
  {
    id: "B31",
    fault: "cut arguments repaired and run",
    proofs: [
      [loop, "never runs a call that was cut, is not JSON, or names a tool that the model was not shown"],
      [steps, "that end with %s leave no call that could run"],
      [provider, "ends with length when the token limit cut the call"],
    ],
    later: "raising the limit and editing a cut call from its card",
  },
  {
    id: "B33",
    fault: "one text run and another sent back",
    proofs: [
      [
        conversation,
        "tells each call with the arguments that ran, and its answer, in the order they were asked for",
        "tells a cut or unreadable call with empty arguments and why it did not run",
      ],
    ],
  },
  {
    id: "B34",
    fault: "Stop leaves a call without an answer, and later requests fail",
    proofs: [
      [loop, "%s settles every call and ends the run once, waiting for nothing"],
      [conversation, "answers a call that nobody settled, so that a run after a lost one is never refused"],
      [runs, "settles every open call when a run is stopped, and says of a claimed one that it may have run"],
      [workbench, "ends a run while a tool computes, and the tool is told"],
    ],
  },
  {
    id: "B36",
    fault: "a provider's fault told as a person's stop",
    proofs: [
      [
        loop,
        "ends as failed with the provider's own words, never as stopped by a person",
        "says of a running call that it may have had its effect, and of the others that they did not run",
      ],
    ],
  },
  {
    id: "B38",
    fault: "no Stop after a reload",
    proofs: [[composer, "offers Stop for a run that the log says is open, and Run for one that ended"]],
  },
  {
    id: "B40",
    fault: "a lost line takes what was there",
    proofs: [
      [
        workbench,
        "keeps what came and completes the step from the log when its stream is cut",
        "says that it is lost while it is, and goes on by itself",
      ],
      [composer, "offers to take up an open run that nobody drives"],
    ],
  },
  {
    id: "B41",
    fault: "a request that is gone after a reload",
    proofs: [
      [workbench, "keeps waiting after a reload, and deciding there continues the run"],
      [approvalJourney, "waits through a reload with the same request, and deciding goes on with the run"],
    ],
  },
  {
    id: "B43",
    fault: "a new message while a request waits breaks the conversation",
    proofs: [
      [composer, "asks what to do with a request before it sends, and keeps the text"],
      [workbench, "refuses a new prompt while a request waits"],
    ],
  },
  {
    id: "B45",
    fault: "a closed tab counts as an empty success",
    proofs: [
      [approvals, "expire, whether a late decision or the clock finds it, and then never run"],
      [loop, "halts as waiting when nobody decided in time, after its sibling calls were answered"],
      [workbench, "waits for the tools before it runs what was approved while the page was closed"],
    ],
  },
  {
    id: "B47",
    fault: "editing arguments changes their types",
    later: "editing the arguments of a request; the typed form it would use is there and keeps every value",
  },
  {
    id: "B49",
    fault: "two requests at once without buttons",
    proofs: [
      [
        timeline,
        "shows one card with its own buttons for each of two requests",
        "decides all of several requests in the order in which they were asked",
      ],
      [approvalJourney, "is two requests when two calls ask at once, each with its own answer"],
    ],
  },
  {
    id: "B51",
    fault: "a second decision repeats a side effect",
    proofs: [
      [approvals, "take the first of many decisions; the others are told who decided and when"],
      [workbench, "refuses the second of two decisions and runs the call once"],
      [runs, "lets exactly one of many claims of a call through"],
      [approvalJourney, "cannot be decided twice: the second tab is told who was first"],
    ],
  },
  {
    id: "B53",
    fault: "earlier work done again at each resume",
    proofs: [
      [
        loop,
        "runs every call at most once, settles each once and ends once, wherever it died",
        "says of a claimed call that it may or may not have run, and does not run it again",
      ],
      [workbench, "never runs a call again whose page was closed in the middle of it"],
    ],
  },
  {
    id: "B55",
    fault: "later steps go on after an expired request",
    proofs: [[loop, "halts as waiting when nobody decided in time, after its sibling calls were answered"]],
    later: "choosing another policy than to halt",
  },
  {
    id: "B57",
    fault: "hidden characters in what is approved",
    proofs: [
      [
        "lib/core/approval/visible-text.test.ts",
        "leaves no invisible character unlabelled in any mixture of attacks and text",
        "counts what hides in the members and keys of a value",
      ],
      [panel, "draws hidden characters in red boxes and says that they are there"],
      [timeline, "draws the hidden characters of what a model says as their names"],
    ],
  },
  { id: "B59", fault: "a switch whose words say the opposite", later: "rules: Ask, Allow or Block for each tool" },
  {
    id: "B61",
    fault: "a boot that never settles",
    proofs: [
      [
        containerBoot,
        "a page that never says hello is given up by the watchdog",
        "a runtime that never gets ready is given up, and a reload is what helps",
        "a page that is not isolated asks nobody",
      ],
      [runtime, "stays the embedded shell when the start fails, and says why until that was read"],
      [runtimeMenu, "says why, that the files are intact, and takes Retry and Dismiss"],
    ],
  },
  { id: "B63", fault: "isolation breaks a sign-in window", later: "signing in; nothing here opens another window" },
  {
    id: "B65",
    fault: "a loop that cannot be ended",
    proofs: [
      [
        shellInBrowser,
        "an endless loop stops by the shared flag, in the same worker, with everything written before",
        "without shared memory the worker is ended and started again with the files intact",
      ],
    ],
    later: "issue 4: the same for a process in WebContainer",
  },
  {
    id: "B67",
    fault: "what one template leaves for the next",
    proofs: [
      [containerSandbox, "the next session finds nothing of it: its root is clean, and no change is seen (B67)"],
      [containerBoot, "after a teardown a new one starts, empty"],
    ],
  },
  {
    id: "B69",
    fault: "a browser bundle that needs Node",
    proofs: [[shell, "the shell needs nothing of Node (B69)"]],
    later: "issue 4: Firefox and WebKit; the contract runs in Chromium",
  },
  {
    id: "B71",
    fault: "quotes in a quoted heredoc",
    proofs: [[shell, "a heredoc keeps quotes and dollars literally (B71)"]],
  },
  {
    id: "B73",
    fault: "groups, heredoc marks and $$ beside a pipe",
    proofs: [[shell, "groups, hyphenated heredoc marks and $$ work beside a pipe (B73)"]],
  },
  {
    id: "B74",
    fault: "an endless loop freezes the page and loses the code",
    proofs: [
      [
        toolHost,
        "an endless loop is ended at its deadline while the page goes on, and the next call runs",
        "a loop is stopped by the person who asks for it",
      ],
      [workbench, "saves the text before anything runs"],
      [handCallJourney, "an endless loop is stopped, the page stays live, and the code was saved before it ran"],
    ],
  },
  {
    id: "B76",
    fault: "one name in two files flagged as declared twice",
    proofs: [["scripts/build-monaco-types.test.mjs", "keep two files apart that use one name"]],
  },
  {
    id: "B78",
    fault: "the editor's workers fall back to the page",
    proofs: [[editorJourney, "the editor's language services run in workers of their own, served from here"]],
  },
  {
    id: "B80",
    fault: "Tab is trapped in the editor",
    proofs: [
      [editorJourney, "a person without a mouse is told how to leave the editor, and leaves it"],
      [
        "components/editor/use-tab-moves-focus.test.tsx",
        "is off until it is chosen, holds for every editor on the page, and is remembered",
      ],
    ],
  },
  {
    id: "B82",
    fault: "a key travels in a link",
    proofs: [
      [noSecret, "shows the key nowhere, even when the provider repeats it, and neither does what is stored"],
      [links, "keep no key: what is stored cannot open the link"],
      [noLeak, "is in no link, no fork and no frozen file, whatever the file is"],
      [noLeak, "that was stored before it was known is kept from the model and from whoever reads through a link"],
      [noLeak, "is taken out of every text that any event has room for"],
    ],
  },
  {
    id: "B84",
    fault: "what opens a link reaches logs and preview bots",
    proofs: [
      ["lib/client/live-connection.test.ts", "sends a link's key in a header and never in the address"],
      [sharingJourney, "what a preview fetches holds the title and counts, and neither the key nor the content"],
    ],
  },
  {
    id: "B86",
    fault: "a cut link opens a blank page",
    proofs: [
      [
        "lib/server/links/link-key.test.ts",
        "is told apart from itself with any end cut off or any one character changed",
      ],
      [sharingJourney, "a cut, an unknown and a foreign address each say what is wrong and what to do"],
      ["components/share/share-views.test.tsx", "explains %s and what to do"],
    ],
  },
  {
    id: "B88",
    fault: "a link too long for a chat",
    proofs: [[noSecret, "is short enough for a chat, however large the session is"]],
  },
  {
    id: "B90",
    fault: "a link that cannot be listed or revoked",
    proofs: [
      [links, "are made, listed and revoked by the session's owner alone"],
      ["lib/server/live/live.suite.ts", "ends at once for the readers of a link that is revoked, with the reason"],
      [sharingJourney, "a link shows the run as it happened, and is dead on the next request after it was revoked"],
    ],
  },
  {
    id: "B92",
    fault: "a full store loses work without a word",
    proofs: [
      [shellInBrowser, "a full store is said loudly, and what is in memory stays and is kept later"],
      ["lib/sandbox/virtual/worker/journal-store.test.ts", "a full store rejects with quota and stays as it was"],
    ],
  },
  {
    id: "B94",
    fault: "a failure that is gone after a reload",
    proofs: [
      [fold, "reads the same from any chunking, and so the same live as after a reload"],
      [runs, "returns events exactly as they were written: key order, NUL, half surrogates, numbers"],
      [steps, "carry a scripted run to its end, and what was streamed is what is stored"],
    ],
  },
  {
    id: "B96",
    fault: "a huge result takes the page",
    proofs: [
      [
        "components/ui/json-tree.test.tsx",
        "draws a million entries as one closed line, and every opened level stays small",
        "draws ten megabytes of text as a preview that grows by pieces",
      ],
      [
        "lib/core/call/encode-result.test.ts",
        "keeps head and tail of a huge result for the model and a cut value for the card",
      ],
      [handCallJourney, "no result can break the page: BigInt, a cycle, nothing, an image, five megabytes of text"],
    ],
  },
  {
    id: "B98",
    fault: "a raw record that cannot be matched to its card",
    proofs: [
      [
        "components/run/raw-view.test.tsx",
        "is opened from its own card, with its own ids, the arguments as they were written, and its stored events",
      ],
    ],
  },
];

const HOW_MANY = 51;

describe("reported faults", () => {
  it("are all in the table, once, each with a proof or a word on what it waits for", () => {
    const ids = FAULTS.map(({ id }) => id);
    expect(new Set(ids).size).toBe(HOW_MANY);
    expect(ids).toHaveLength(HOW_MANY);
    expect(ids).toEqual([...ids].sort());
    for (const { id, proofs = [], later } of FAULTS) {
      expect(proofs.length > 0 || later !== undefined, id).toBe(true);
      for (const [file, ...names] of proofs) expect(names.length, `${id} in ${file}`).toBeGreaterThan(0);
    }
  });

  it.each(FAULTS.filter(({ proofs }) => proofs !== undefined))(
    "$id, $fault: its tests are there and run",
    ({ proofs }) => {
      for (const [file, ...names] of proofs ?? []) {
        const found = testNames(file);
        for (const name of names) expect(found, file).toContain(name);
      }
    },
  );

  it("are not proven by a test that is switched off, or by words in a comment", () => {
    const text = `
      // it("in a comment", () => {});
      it("runs", () => {});
      test.each([1])("is a row", () => {});
      test.skip("is skipped", () => {});
      it.todo("is planned");
      describe.skip("all of this", () => { it("is skipped as well", () => {}); });
    `;
    expect(namesIn("x.ts", text)).toEqual(["runs", "is a row"]);
  });
});
