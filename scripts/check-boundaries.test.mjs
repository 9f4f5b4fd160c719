import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkBoundaries } from "./check-boundaries.mjs";

const repository = fileURLToPath(new URL("..", import.meta.url));
let tree;

function plant(file, text) {
  mkdirSync(path.dirname(path.join(tree, file)), { recursive: true });
  writeFileSync(path.join(tree, file), text);
}

/** The words of the rules about the tree; the cruiser reads from where the process stands. */
async function problems() {
  process.chdir(tree);
  return (await checkBoundaries(tree)).problems.join("\n");
}

/** The same as a program of its own, as `npm run boundaries` starts it. */
function check() {
  try {
    return {
      exit: 0,
      text: execFileSync(process.execPath, ["scripts/check-boundaries.mjs"], {
        cwd: tree,
        encoding: "utf8",
        stdio: "pipe",
      }),
    };
  } catch (error) {
    return { exit: error.status, text: `${error.stdout}${error.stderr}` };
  }
}

beforeEach(() => {
  tree = mkdtempSync(path.join(os.tmpdir(), "boundaries-"));
  for (const file of [".dependency-cruiser.cjs", "tsconfig.json", "package.json", "scripts/check-boundaries.mjs"]) {
    mkdirSync(path.dirname(path.join(tree, file)), { recursive: true });
    cpSync(path.join(repository, file), path.join(tree, file));
  }
  symlinkSync(path.join(repository, "node_modules"), path.join(tree, "node_modules"));
  plant("lib/core/tool/a.ts", "export const a = 1;\n");
  plant("lib/server/secret.ts", "export const secret = 1;\n");
  plant("lib/testing/clock.ts", "export const clock = 1;\n");
  plant("lib/sandbox/memory/m.ts", "export const m = 1;\n");
  plant("components/run/card.tsx", "export const card = 1;\n");
  plant("components/ui/button.tsx", "export const button = 1;\n");
});

afterEach(() => rmSync(tree, { recursive: true, force: true }));
afterAll(() => process.chdir(repository));

describe("the import rules", () => {
  it("pass a clean tree", () => {
    expect(check()).toMatchObject({ exit: 0 });
  });

  it("end the program with a failure where they are broken", () => {
    plant("lib/utils/b.ts", "export const b = 1;\n");
    expect(check()).toMatchObject({ exit: 1, text: expect.stringContaining("in no layer") });
  });

  it.each([
    ["core-stands-alone", "lib/core/tool/b.ts", 'import { produce } from "diff";\nexport const b = produce;\n'],
    ["core-stands-alone", "lib/core/tool/b.ts", 'import { readFile } from "node:fs";\nexport const b = readFile;\n'],
    ["core-stands-alone", "lib/core/tool/b.ts", 'export const b = async () => import("@/lib/server/secret");\n'],
    [
      "builtin-over-core",
      "lib/builtin/b.ts",
      'import { secret } from "@/lib/server/secret";\nexport const b = secret;\n',
    ],
    [
      "sandbox-adapters-are-strangers",
      "lib/sandbox/virtual/v.ts",
      'import { m } from "../memory/m";\nexport const v = m;\n',
    ],
    [
      "server-stays-on-the-server",
      "components/run/b.tsx",
      'import type { secret } from "@/lib/server/secret";\nexport type B = typeof secret;\n',
    ],
    [
      "server-stays-on-the-server",
      "lib/client/b.ts",
      'import { secret } from "@/lib/server/secret";\nexport const b = secret;\n',
    ],
    [
      "features-are-strangers",
      "components/review/b.tsx",
      'import { card } from "../run/card";\nexport const b = card;\n',
    ],
    ["ui-knows-no-product", "components/ui/b.tsx", 'import { card } from "../run/card";\nexport const b = card;\n'],
    [
      "testing-stays-in-tests",
      "lib/client/b.ts",
      'import { clock } from "@/lib/testing/clock";\nexport const b = clock;\n',
    ],
    ["no-cycles", "lib/core/tool/b.ts", 'import { c } from "./c";\nexport const b = () => c;\n'],
    ["product-has-no-dev-dependency", "components/run/b.tsx", 'import fc from "fast-check";\nexport const b = fc;\n'],
    ["in no layer", "lib/utils/b.ts", "export const b = 1;\n"],
  ])("catch a planted breach of %s in %s", async (rule, file, text) => {
    expect(await problems()).toBe("");
    if (rule === "no-cycles") plant("lib/core/tool/c.ts", 'import { b } from "./b";\nexport const c = () => b;\n');
    plant(file, text);
    expect(await problems()).toContain(rule);
  });
});
