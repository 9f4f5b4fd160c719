import { describe, expect, it } from "vitest";
import { testNames } from "./test-names";

/*
 * What a workspace must survive, and the tests that show it: a file and the name of a test in it, as it stands there. A renamed
 * or removed test fails here, so that no line is without one.
 */
const zip = "lib/sandbox/archive/zip.test.ts";
const journal = "lib/sandbox/virtual/worker/journal-store.test.ts";
const inBrowser = "lib/sandbox/virtual/virtual-sandbox.browser.test.ts";
const contract = "lib/testing/sandbox-contract";
const dropped = "components/sandbox/read-dropped.test.ts";

const PROOFS: Readonly<Record<string, readonly (readonly [file: string, test: string])[]>> = {
  "names with newlines and emoji": [
    [zip, "names with newlines and emoji, and very long ones, come in as they are"],
    [journal, "20,000 files, with names that are awkward, come back as they were"],
    ["lib/testing/shell-contract.ts", "names with newlines and emoji pass through commands"],
  ],
  "20,000 files": [
    [`${contract}/concurrency-contract.ts`, "20,000 files can be placed, listed, searched, copied and removed"],
    [journal, "20,000 files, with names that are awkward, come back as they were"],
    [zip, "more than 20,000 files are cut, and every one left out is named"],
  ],
  "a 300 MB zip": [
    [zip, "a 300 MB zip is refused before it is read, with its size and the limit"],
    ["components/sandbox/import-menu.test.tsx", "of 300 MB is refused by its size, and not a byte of it is read"],
  ],
  "a zip bomb": [
    [
      zip,
      "zip bomb, flat: zeros that really unpack to a thousand times their size are left out before they are unpacked",
    ],
    [zip, "zip bomb, nested: a zip in a zip stays one file"],
    [zip, "zip bomb, overlapping: entries that share one piece of data are left out, every one"],
    [zip, "an entry that lies about its size is damaged, and never unpacks to more than it said"],
  ],
  "path traversal": [
    [zip, "names that would leave the workspace are skipped, each with its reason, and the rest is whole"],
    [zip, "gives normalised paths, and leaves out what may not enter"],
    [
      "lib/core/sandbox/resolve-path.test.ts",
      "whatever is asked, the result is absolute, normalised and inside the root",
    ],
    [`${contract}/paths-contract.ts`, "`..` stops at the root"],
    [`${contract}/mounts-contract.ts`, "a name that would leave the mount is refused and nothing is placed"],
    [dropped, "never lands outside of the workspace, whatever its names climb over, and is named where it is left out"],
    [dropped, "comes from a chosen folder under the names below it, and a way up in them stays out"],
    ["lib/testing/shell-contract.ts", "a link out of the workspace is no way into a read-only mount"],
    [`${contract}/snapshots-contract.ts`, "a snapshot that reaches outside is refused"],
    ["lib/client/workspace-controller.test.ts", "replaces nothing by a zip of which nothing may come in"],
  ],
  "symlink loops": [
    [`${contract}/links-contract.ts`, "one onto itself and a long chain end with a code"],
    ["lib/testing/shell-contract.ts", "symbolic links are followed, shown and survive their loops"],
  ],
  "a full disk": [
    [
      journal,
      "a full disk while it is rewritten: the old copy stays whole, and the next rewrite works when there is room",
    ],
    [journal, "a full store rejects with quota and stays as it was"],
    [inBrowser, "a full store is said loudly, and what is in memory stays and is kept later"],
  ],
  "a reload in the middle of a write": [
    [
      journal,
      "a reload in the middle of a write: cut at every byte, the journal gives every batch that is whole before the cut",
    ],
    [inBrowser, "a worker that was ended at once left everything acknowledged"],
  ],
  "two tabs writing": [
    [inBrowser, "a second holder of a workspace works, and says that its changes are not kept"],
    [
      "e2e/journeys/workspace.spec.ts",
      "a second tab on the same session watches, and takes over only when it is told to",
    ],
  ],
};

describe("bad input of a workspace", () => {
  it.each(Object.entries(PROOFS))("%s has its tests", (_, proofs) => {
    for (const [file, test] of proofs) expect(testNames(file), file).toContain(test);
  });
});
