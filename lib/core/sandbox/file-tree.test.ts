import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FileTree } from "./file-tree";

const path = fc.constantFrom("/a", "/b", "/d", "/d/a", "/d/b", "/d/e", "/d/e/f");
const bytes = fc.uint8Array({ maxLength: 5 });
type Operation = (tree: FileTree) => void;
const operation: fc.Arbitrary<Operation> = fc.oneof(
  fc.tuple(path, bytes).map(
    ([at, data]): Operation =>
      (tree) =>
        tree.write(at, data.slice()),
  ),
  fc.tuple(path, bytes).map(
    ([at, data]): Operation =>
      (tree) =>
        tree.append(at, data),
  ),
  path.map(
    (at): Operation =>
      (tree) =>
        tree.makeDirectory(at, true),
  ),
  path.map(
    (at): Operation =>
      (tree) =>
        tree.remove(at, true),
  ),
  fc.tuple(path, path).map(
    ([from, to]): Operation =>
      (tree) =>
        tree.rename(from, to, { replace: true }),
  ),
  fc.tuple(path, path).map(
    ([existing, at]): Operation =>
      (tree) =>
        tree.link(existing, at),
  ),
  fc.tuple(path, path).map(
    ([target, at]): Operation =>
      (tree) =>
        tree.symlink(target, at),
  ),
  fc.tuple(path, fc.constantFrom(0o600, 0o755)).map(
    ([at, mode]): Operation =>
      (tree) =>
        tree.setMode(at, mode),
  ),
  fc.tuple(path, fc.nat(9)).map(
    ([at, time]): Operation =>
      (tree) =>
        tree.setModifiedAt(at, time),
  ),
);
const operations = fc.array(operation, { maxLength: 25 });

/** An operation that is refused changes nothing, which is as good a step as any. */
function perform(tree: FileTree, steps: readonly Operation[]): void {
  for (const step of steps) {
    try {
      step(tree);
    } catch {
      // refused
    }
  }
}

/** Everything that can be seen of a tree, with bytes of its own. */
function seen(tree: FileTree): unknown {
  const entries = [...tree.copyEntries("/", { allDirectories: true })];
  return structuredClone({ entries, bytes: tree.bytes, count: tree.entries });
}

describe("a fork of a file tree", () => {
  it("holds the same at first, and nothing done to one is seen in the other", () => {
    fc.assert(
      fc.property(operations, operations, operations, (before, inside, outside) => {
        const tree = new FileTree({ now: () => 1 });
        perform(tree, before);
        const view = tree.fork();
        expect(seen(view)).toEqual(seen(tree));
        const then = seen(tree);
        perform(view, inside);
        expect(seen(tree)).toEqual(then);
        const inView = seen(view);
        perform(tree, outside);
        expect(seen(view)).toEqual(inView);
      }),
    );
  });

  it("does the same as the tree would have done", () => {
    fc.assert(
      fc.property(operations, operations, (before, after) => {
        const tree = new FileTree({ now: () => 1 });
        perform(tree, before);
        const view = tree.fork();
        perform(view, after);
        perform(tree, after);
        expect(seen(view)).toEqual(seen(tree));
      }),
    );
  });

  it("starts without changes and reports none to the tree", () => {
    const tree = new FileTree();
    tree.write("/a", Uint8Array.of(1));
    const view = tree.fork();
    expect(view.takeChanges()).toEqual([]);
    expect(tree.takeChanges()).toHaveLength(1);
    view.write("/b", Uint8Array.of(2));
    expect(tree.takeChanges()).toEqual([]);
  });

  it("shares the bytes, so that it costs the entries and not what they hold", () => {
    const tree = new FileTree();
    tree.write("/a", new Uint8Array(1000));
    expect(tree.fork().read("/a")).toBe(tree.read("/a"));
  });
});
