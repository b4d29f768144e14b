/**
 * The floors of the house. core stands on nothing but zod; server stands on core; web stands on core, and on server
 * by type only. A server module is a folder below server/ and is entered through its index.ts alone; `database` has a
 * second door, `database/embedded/index.ts`, which only a program without a DATABASE_URL loads. Not modules in this
 * sense: `platform` (a shelf of small tools, each file its own door, that knows nothing above it), `http` (the edge,
 * which stands on the modules and not they on it), `program` (the parts of main.ts), `testing`, and the files directly in server/.
 */
const TESTS = "[.](test|fixture)[.]tsx?$|[.]global[.]ts$|^server/testing/|/testing[.]ts$|^(e2e|bench)/";

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [
    {
      name: "core-stands-on-pure-packages",
      comment:
        "core is what is true, in a browser as on a server: nothing of Node's, no package but zod and those that only compute (decision 035).",
      severity: "error",
      from: { path: "^core/", pathNot: TESTS },
      to: {
        pathNot: ["^core/", "^node_modules/(zod|viem|@solidity-parser/parser|simple-statistics|ml-matrix)/"],
      },
    },
    {
      name: "core-tests-stand-on-core",
      comment: "The tests of core need the test runner besides, and still nothing of the other floors.",
      severity: "error",
      from: { path: "^core/" },
      to: { path: "^(server|web|scripts|main[.]ts)" },
    },
    {
      name: "server-not-on-web",
      comment: "The server is handed the pages' build; it does not know them.",
      severity: "error",
      from: { path: "^server/" },
      to: { path: "^(web|scripts|bench|e2e|build|main[.]ts)" },
    },
    {
      name: "web-on-server-by-type-only",
      comment: "Server code must not reach a browser, nor run a second time in the pages' build.",
      severity: "error",
      from: { path: "^web/" },
      to: { path: "^server/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "web-sees-the-server-s-front-only",
      comment: "Pages know the server by App, by the edge that calls them, and by the modules' doors.",
      severity: "error",
      from: { path: "^web/" },
      to: { path: "^server/", pathNot: "^server/(app[.]ts|http/pages[.]ts|[^/]+/index[.]ts)$" },
    },
    {
      name: "web-not-on-node",
      comment: "A page's code runs in the browser. entry.server.tsx and its stream alone run on the server.",
      severity: "error",
      from: { path: "^web/", pathNot: `^web/entry[.]server|${TESTS}` },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "modules-through-their-door",
      comment: "A server module reaches another only through its index.ts.",
      severity: "error",
      from: { path: "^server/([^/]+)/" },
      to: {
        path: "^server/(?!http/|platform/|testing/)[^/]+/",
        pathNot: ["^server/$1/", "^server/[^/]+/index[.]ts$", "^server/database/embedded/index[.]ts$"],
      },
    },
    {
      name: "doors-from-outside",
      comment: "The composition root, the App and the scripts enter a module through its index.ts as well.",
      severity: "error",
      from: { path: "^(main[.]ts|scripts/|e2e/|bench/|server/[^/]+[.]ts$)" },
      to: {
        path: "^server/(?!http/|platform/|testing/)[^/]+/",
        pathNot: [
          "^server/[^/]+/index[.]ts$",
          "^server/database/embedded/index[.]ts$",
          // The identity provider that tests start, which stands beside what it tests.
          "^server/auth/sso/testing[.]ts$",
        ],
      },
    },
    {
      name: "modules-not-on-the-edge",
      comment:
        "What a module knows of HTTP it is handed; only the edge stands on the modules and on App, and the parts of the composition root on all of them.",
      severity: "error",
      from: { path: "^server/", pathNot: `^server/(http|program)/|${TESTS}` },
      to: { path: "^server/http/" },
    },
    {
      name: "modules-not-on-the-app",
      comment: "A module is handed what it needs; it does not reach for the whole.",
      severity: "error",
      from: { path: "^server/[^/]+/", pathNot: `^server/(http|program)/|${TESTS}` },
      to: { path: "^server/app[.]ts$" },
    },
    {
      name: "platform-stands-alone",
      comment: "The tools of the shelf know no module and no configuration.",
      severity: "error",
      from: { path: "^server/platform/", pathNot: TESTS },
      to: { path: "^server/(?!platform/)" },
    },
    {
      name: "nothing-on-tests",
      comment: "What runs for people holds no code that is there for tests.",
      severity: "error",
      from: { pathNot: TESTS },
      to: { path: TESTS },
    },
    {
      name: "nothing-on-development-packages",
      comment: "What runs for people runs without the development packages.",
      severity: "error",
      from: {
        path: "^(core|server|web|main[.]ts)",
        pathNot: `^web/routes[.]ts$|^server/http/dev-server[.]ts$|${TESTS}`,
      },
      to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only"] },
    },
    {
      name: "no-cycles",
      comment: "What stands on each other cannot be understood apart. Types count as well.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "everything-resolves",
      comment: "An import that leads nowhere would let every other rule pass.",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, pathNot: "^(virtual:|[.]/[+]types/|[.][.]/[+]types/)" },
    },
  ],
  options: {
    tsConfig: { fileName: "tsconfig.json" },
    // Type-only imports are seen, and marked as such: "by type only" is a rule here.
    tsPreCompilationDeps: true,
    doNotFollow: { path: ["node_modules", "^build/"] },
    exclude: { path: ["^[.]react-router/", "[.]css", "[.]woff2"] },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
      mainFields: ["module", "main", "types"],
    },
  },
};
