// One named rule a layer; each comment says what to do instead. `scripts/check-boundaries.mjs` runs it and proves that it saw every file.
const TESTS = "\\.(test|test-d|browser\\.test|suite)\\.(ts|tsx)$|^lib/server/.*testing/";

/** A file of `from` may import only `allowed`; tests may also use lib/testing and the test tools. */
const only = (name, from, allowed, comment) => ({
  name,
  severity: "error",
  comment,
  from: { path: from, pathNot: TESTS },
  to: { pathNot: [...allowed, from] },
});

const npm = (...names) => `node_modules/(${names.map((name) => name.replace(/[/.]/g, "\\$&")).join("|")})/`;
const TYPES_ONLY = "node_modules/@types/";

module.exports = {
  forbidden: [
    {
      name: "no-cycles",
      severity: "error",
      comment: "Move what both need into a third file.",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "no-unresolved",
      severity: "error",
      comment: "The import leads nowhere.",
      from: {},
      to: { couldNotResolve: true },
    },
    only("core-stands-alone", "^lib/core/", [npm("zod")], "lib/core imports only zod; take the rest as an argument."),
    only(
      "builtin-over-core",
      "^lib/builtin/",
      ["^lib/core/", npm("zod")],
      "A built-in reaches the world through a core port.",
    ),
    only(
      "kit-is-core-and-builtin",
      "^lib/kit/",
      ["^lib/core/", "^lib/builtin/", npm("zod")],
      "The kit only re-exports core and built-ins.",
    ),
    only("examples-are-data", "^lib/examples/", ["^lib/core/"], "Examples are data over core's types."),
    {
      name: "sandbox-adapters-are-strangers",
      severity: "error",
      comment:
        "Adapters never import each other; what they share lives in lib/core/sandbox, and the zip format in archive.",
      from: { path: "^lib/sandbox/([^/]+)/", pathNot: TESTS },
      to: { path: "^lib/sandbox/[^/]+", pathNot: ["^lib/sandbox/$1/", "^lib/sandbox/archive/"] },
    },
    only(
      "sandbox-over-core",
      "^lib/sandbox/",
      // `buffer` is the package that stands for Node's module of that name in the worker.
      ["^lib/core/", "node_modules/", "^buffer$"],
      "A sandbox adapter imports core and its one vendor.",
    ),
    only(
      "models-over-core-and-actions",
      "^lib/models/",
      ["^lib/core/", "^lib/actions/", npm("zod")],
      "The browser side of the model port uses core and the actions.",
    ),
    only(
      "tool-host-over-core-and-kit",
      "^lib/tool-host/",
      ["^lib/core/", "^lib/kit/", npm("zod"), "^(node:)?fs$"],
      "The tool host knows core and the kit; the program that Node runs in a container reads and writes two files.",
    ),
    only(
      "client-composes-the-browser",
      "^lib/client/",
      [
        "^lib/core/",
        "^lib/builtin/",
        "^lib/sandbox/",
        "^lib/models/",
        "^lib/tool-host/",
        "^lib/actions/",
        "^lib/examples/",
        "node_modules/",
      ],
      "lib/client never imports components, app or the server.",
    ),
    only(
      "actions-are-doors",
      "^lib/actions/",
      ["^lib/core/", "^lib/server/", "^lib/examples/", npm("zod", "next", "server-only")],
      "An action parses, finds the caller, and calls a service.",
    ),
    {
      name: "server-imports-no-screen",
      severity: "error",
      comment: "The server imports core, built-ins, examples, vendors and Node.",
      from: { path: "^lib/server/", pathNot: TESTS },
      to: { pathNot: ["^lib/(server|core|builtin|examples)/", "node_modules/"], dependencyTypesNot: ["core"] },
    },
    {
      name: "server-stays-on-the-server",
      severity: "error",
      comment: "Go through an action.",
      from: { pathNot: ["^lib/(server|actions)/", "^(app|instrumentation|proxy)", TESTS] },
      to: { path: "^lib/server/" },
    },
    {
      name: "features-are-strangers",
      severity: "error",
      comment:
        "Features do not import each other; app composes them, and what they share is a primitive in components/ui.",
      from: { path: "^components/([^/]+)/", pathNot: TESTS },
      to: { path: "^components/[^/]+/", pathNot: ["^components/$1/", "^components/ui/"] },
    },
    {
      name: "components-below-app",
      severity: "error",
      comment: "A component is given what it needs by props or by lib/client.",
      from: { path: "^components/", pathNot: TESTS },
      to: { path: ["^app/", "^lib/(server|actions|sandbox|models|testing)/"] },
    },
    {
      name: "ui-knows-no-product",
      severity: "error",
      comment: "A primitive imports React, Radix and its like, and pure text helpers of core.",
      from: { path: "^components/ui/", pathNot: TESTS },
      to: { path: "^(lib|components)/", pathNot: ["^components/ui/", "^lib/core/(approval|errors)/"] },
    },
    {
      name: "testing-stays-in-tests",
      severity: "error",
      comment: "lib/testing is for tests only.",
      from: { pathNot: ["^lib/testing/", "^e2e/", "^scripts/", TESTS, "^vitest"] },
      to: { path: "^lib/testing/" },
    },
    {
      name: "product-has-no-dev-dependency",
      severity: "error",
      comment: "What ships must be a dependency.",
      from: { path: "^(app|components|lib)/", pathNot: [TESTS, "^lib/testing/"] },
      to: { dependencyTypes: ["npm-dev"], pathNot: TYPES_ONLY },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(\\.next|public|docs)/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
      mainFields: ["module", "main", "types"],
    },
  },
};
