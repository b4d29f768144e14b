/**
 * core imports no other layer. analyzers imports core; server imports core and, only in its ai module, analyzers; web
 * imports core, one file of analyzers, and only types from server. A server module is a folder in server/, imported
 * only through its index.ts; `database` also has `database/embedded/index.ts`. `platform`, `http`, `program`, `testing`
 * and files directly in server/ aren't modules, but `program` too is imported only through its index.ts.
 */
/** Each folder of web names the folders that it may import, which must be listed above it, so there can't be cycles. */
const SHARED_IN_WEB = {
  router: [],
  ui: ["router"],
  page: ["router", "ui"],
  session: ["page"],
  forms: ["router", "ui", "page", "session"],
  lists: ["router", "ui", "page", "session"],
};
const WEB_FEATURES = {
  live: [],
  reports: [],
  forum: ["live", "reports"],
  wallet: [],
  account: ["forum", "wallet"],
  apps: [],
  settings: ["account", "apps"],
  admin: ["account", "apps", "forum"],
  "ai-tools": [],
  invitations: ["admin"],
  news: ["admin"],
  home: ["news"],
  newsletter: [],
  notifications: ["forum"],
  profile: ["forum", "reports"],
  saved: ["forum"],
  search: ["forum", "news"],
};
/** The features of core. They share the files directly in core/. */
const CORE_FEATURES = {
  market: [],
  wallet: ["market"],
  accounts: ["wallet"],
  forum: ["accounts"],
  news: ["forum"],
  search: ["forum", "news"],
  ai: ["market", "search"],
  admin: ["accounts"],
  reports: ["admin", "forum"],
  notifications: ["reports"],
  invitations: ["accounts", "forum"],
  settings: ["accounts", "invitations"],
  live: ["forum"],
  newsletter: ["forum", "news"],
  storage: [],
  markdown: [],
};

const TESTS = "[.](test|fixture)[.]tsx?$|[.]global[.]ts$|^server/testing/|/testing[.]ts$|^(e2e|bench)/";

export function createFolderRules(layer, folders, shared = []) {
  const names = Object.keys(folders);
  return names.map((folder, position) => {
    for (const imported of folders[folder])
      if (!names.slice(0, position).includes(imported))
        throw new Error(`${layer}/${folder} imports ${imported}, which must be listed above it.`);
    const allowed = [folder, ...folders[folder], ...shared];
    return {
      name: `${layer}-${folder}-imports-declared-folders-only`,
      comment: `${layer}/${folder} may import only the folders that .dependency-cruiser.mjs lists for it.`,
      from: { path: `^${layer}/${folder}/`, pathNot: TESTS },
      to: {
        path: `^${layer}/`,
        pathNot: [`^${layer}/(${allowed.join("|")})/`, `^${SHARED_FILES[layer]}$`],
      },
    };
  });
}

/** A layer's shared code that isn't in a folder. */
const SHARED_FILES = { core: "core/[^/]+", web: "web/(operation|server-context)[.]ts" };

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [
    ...createFolderRules("web", SHARED_IN_WEB),
    ...createFolderRules("web", WEB_FEATURES, Object.keys(SHARED_IN_WEB)),
    {
      name: "web-shell-imports-no-routes",
      comment: "The shell combines the features. Only routes and the root import the shell.",
      from: { path: "^web/shell/" },
      to: { path: "^web/(routes/|root[.]tsx)" },
    },
    ...createFolderRules("core", CORE_FEATURES),
    {
      name: "shared-core-imports-no-features",
      comment: "Files directly in core/ are shared by all features, so they depend on none.",
      from: { path: "^core/[^/]+$", pathNot: TESTS },
      to: { path: "^core/[^/]+/" },
    },
    {
      name: "expected-errors-have-tables",
      comment: "A new kind of expected error needs a table of its codes, and an entry here (decision 012).",
      from: {
        pathNot: [
          "^core/(errors|accounts/auth-errors|storage/storage-errors)[.]ts$",
          "^server/(ai/chat-errors|auth/oauth-error)[.]ts$",
          // Returns expected errors of all kinds to forms.
          "^web/operation[.]ts$",
          TESTS,
        ],
      },
      to: { path: "^core/expected-error[.]ts$" },
    },
    {
      name: "folders-are-declared",
      comment: "A new folder in core or web must be listed in .dependency-cruiser.mjs.",
      from: {
        path: "^(core|web)/[^/]+/",
        pathNot: [
          `^core/(${Object.keys(CORE_FEATURES).join("|")})/`,
          `^web/(${Object.keys({ ...SHARED_IN_WEB, ...WEB_FEATURES }).join("|")}|shell|routes)/`,
        ],
      },
      to: {},
    },
    {
      name: "core-imports-pure-packages-only",
      comment:
        "core runs in browsers and on the server: no Node APIs, and only zod and packages that purely compute (decision 035).",
      from: { path: "^core/", pathNot: TESTS },
      to: { pathNot: ["^core/", "^node_modules/(zod|viem|markdown-it)/"] },
    },
    {
      name: "analyzers-are-pure",
      comment:
        "The analyzers compute answers from text and figures. They import only core and packages that purely compute.",
      from: { path: "^analyzers/", pathNot: TESTS },
      to: {
        pathNot: [
          "^(analyzers|core)/",
          // Used only to load a second copy of a parser.
          "^module$",
          "^node_modules/(markdown-it|@solidity-parser/parser|@mradomski/fast-solidity-parser|simple-statistics|ml-matrix|eld)/",
        ],
      },
    },
    {
      name: "only-the-ai-module-imports-analyzers",
      comment:
        "The site works without the analyzers. The exception is to-sarif.ts, which pages use to export findings.",
      from: { path: "^(core|server|web|scripts|main[.]ts)", pathNot: `^server/ai/|${TESTS}` },
      to: { path: "^analyzers/", pathNot: "^analyzers/scanner/to-sarif[.]ts$" },
    },
    {
      name: "core-tests-import-core-only",
      comment: "Tests of core and the analyzers also need the test runner, but nothing from other layers.",
      from: { path: "^(analyzers|core)/" },
      to: { path: "^(server|web|scripts|main[.]ts)" },
    },
    {
      name: "server-does-not-import-web",
      comment: "All that the server imports of the pages is their build, as #pages.",
      from: { path: "^server/" },
      to: { path: "^(web|scripts|bench|e2e|main[.]ts)" },
    },
    {
      name: "web-imports-server-types-only",
      comment: "Server code must not reach the browser or be bundled into the pages.",
      from: { path: "^web/" },
      to: { path: "^server/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "web-imports-public-server-types-only",
      comment: "Pages only know App, the edge that calls them, and the modules' public APIs.",
      from: { path: "^web/" },
      to: { path: "^server/", pathNot: "^server/(app[.]ts|http/pages[.]ts|[^/]+/index[.]ts)$" },
    },
    {
      name: "web-does-not-import-node",
      comment: "Pages also run in the browser. Only entry.server.tsx runs on the server alone.",
      from: { path: "^web/", pathNot: `^web/entry[.]server|${TESTS}` },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "modules-import-public-apis-only",
      comment: "A server module imports another only through its index.ts.",
      from: { path: "^server/([^/]+)/" },
      to: {
        path: "^server/(?!http/|platform/|testing/)[^/]+/",
        pathNot: ["^server/$1/", "^server/[^/]+/index[.]ts$", "^server/database/embedded/index[.]ts$"],
      },
    },
    {
      name: "others-import-public-apis-only",
      comment:
        "main.ts, scripts, browser tests, benchmarks and files directly in server/ also import modules only through their index.ts.",
      from: { path: "^(main[.]ts|scripts/|e2e/|bench/|server/[^/]+[.]ts$)" },
      to: {
        path: "^server/(?!http/|platform/|testing/)[^/]+/",
        pathNot: [
          "^server/[^/]+/index[.]ts$",
          "^server/database/embedded/index[.]ts$",
          // Identity providers for tests, next to the code that they test.
          "^server/auth/(sso|oauth)/testing[.]ts$",
        ],
      },
    },
    {
      name: "modules-do-not-import-the-edge",
      comment:
        "Modules get what they need from HTTP as parameters. Only main.ts and server/program import the edge; web imports only a type.",
      from: { path: "^server/", pathNot: `^server/(http|program)/|${TESTS}` },
      to: { path: "^server/http/" },
    },
    {
      name: "modules-do-not-import-the-app",
      comment: "A module gets what it needs as parameters instead of importing the App.",
      from: { path: "^server/[^/]+/", pathNot: `^server/(http|program)/|${TESTS}` },
      to: { path: "^server/app[.]ts$" },
    },
    {
      name: "platform-imports-platform-only",
      comment: "General-purpose code depends on no module and no configuration.",
      from: { path: "^server/platform/", pathNot: TESTS },
      to: { path: "^server/(?!platform/)" },
    },
    {
      name: "production-does-not-import-tests",
      comment: "Production code doesn't contain test code.",
      from: { pathNot: TESTS },
      to: { path: TESTS },
    },
    {
      name: "production-does-not-import-development-packages",
      comment: "Production code runs without development packages.",
      from: {
        path: "^(analyzers|core|server|web|main[.]ts)",
        pathNot: `^web/routes[.]ts$|^server/http/dev-server[.]ts$|${TESTS}`,
      },
      to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only"] },
    },
    {
      name: "no-cycles",
      comment: "Files that depend on each other can't be understood separately. Types count too.",
      from: {},
      to: { circular: true },
    },
    {
      name: "everything-resolves",
      comment:
        "An unresolved import would pass every other rule. The built pages (#pages) may not exist yet.",
      from: {},
      to: { couldNotResolve: true, pathNot: "^(virtual:|#pages$|[.]/[+]types/|[.][.]/[+]types/)" },
    },
  ].map((rule) => ({ severity: "error", ...rule })),
  options: {
    // Includes type-only imports and marks them, because some rules distinguish them.
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
