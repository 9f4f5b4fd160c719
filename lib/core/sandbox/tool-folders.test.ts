import fc from "fast-check";
import { expect, it } from "vitest";
import { foldChanges, toolFolderOf } from "./tool-folders";

it.each([
  ["/workspace/.git", ".git"],
  ["/workspace/.git/HEAD", ".git"],
  ["/workspace/vendor/lib/.git/index", ".git"],
  ["/workspace/node_modules/a/.git/HEAD", "node_modules"],
  ["/workspace/.gitignore", undefined],
  ["/workspace/.github/workflows/ci.yml", undefined],
  ["/workspace/my.git/HEAD", undefined],
  ["/workspace/node_modules.txt", undefined],
])("%s belongs to %s", (path, folder) => {
  expect(toolFolderOf(path)).toBe(folder);
});

it("lists or counts every change, never both and never neither", () => {
  const part = fc.constantFrom("a", ".git", "node_modules", ".gitignore", "x.git", "\n");
  const path = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => `/workspace/${parts.join("/")}`);
  fc.assert(
    fc.property(fc.uniqueArray(path), (paths) => {
      const { listed, folded } = foldChanges(paths.map((path) => ({ path, kind: "changed" })));
      const counted = folded.flatMap(({ changes }) => changes);
      expect([...listed, ...counted].map((change) => change.path).sort()).toEqual([...paths].sort());
      expect(counted.every(({ path }) => /\/(\.git|node_modules)(\/|$)/.test(path))).toBe(true);
    }),
  );
});
