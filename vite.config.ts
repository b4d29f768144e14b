import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";
import routerConfig from "./react-router.config.ts";
import { iconSprite } from "./scripts/icon-sprite.ts";

/** Nothing of server/ may reach a browser. Types are gone before this hook sees the import. */
function refuseServerCodeInBrowser(): Plugin {
  return {
    name: "lattice:no-server-code-in-the-browser",
    enforce: "pre",
    async resolveId(source, importer, options) {
      if (this.environment.name !== "client" || importer === undefined) return null;
      const resolved = await this.resolve(source, importer, { ...options, skipSelf: true });
      if (resolved && /^server\//.test(resolved.id.replace(`${process.cwd()}/`, ""))) {
        this.error(`${importer} imports ${source}: server code would reach the browser`);
      }
      return resolved;
    },
  };
}

/**
 * Ways of React Router that are chosen while it runs, and so are loaded by every browser: each is settled here as a
 * constant, and what is never gone falls away (6 kB). Of routes all are known from the beginning
 * (react-router.config.ts), nothing is instrumented, no React Server Components are rendered, no page changes by a view
 * transition, and the router's warnings are for who writes the code.
 */
const SETTLED_WAYS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:\w+\.)*future\.unstable_customRouteDiscovery\b/g, "false"],
  [/\bssrInfo\.routeDiscoveryRuntime(?=;)/g, "undefined"],
  [/(?<!function )\bisFogOfWarEnabled\([^()]*\)/g, "false"],
  [/\b(?:init|opts\?)\.instrumentations\b/g, "undefined"],
  [/(?<!function )\bconsumeInstrumentationClientResultMetaReceiver\(\w+\)/g, "undefined"],
  [/(?<!function )\buseIsRSCRouterContext\(\)/g, "false"],
  [/(?<=if \()this\.context(?= && typeof error|\) return)/g, "false"],
  [/(?<=if \()!viewTransitionOpts \|\| !isViewTransitionAvailable(?=\))/g, "true"],
  [/(?<=if \()!?vtContext\.isTransitioning && (?:!vtContext\.flushSync|interruption)(?=\))/g, "false"],
  [/(?<=if \()renderDfd && pendingState(?= && )/g, "false"],
  [/(?<!function )\b(?=warn(?:ing|Once)\()/g, "/* @__PURE__ */ "],
  [/\b(?:window\.__reactRouterContext|ssrInfo\.context)\??\.isSpaMode\b/g, "false"],
];

function settleRouterWays(): Plugin {
  const met = new Set<RegExp>();
  return {
    name: "lattice:settle-router-ways",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client" && routerConfig.routeDiscovery.mode === "initial",
    transform: {
      filter: { id: /[\\/]react-router[\\/]dist[\\/].*\.m?js$/ },
      handler(code) {
        let settled = code;
        for (const [way, constant] of SETTLED_WAYS) {
          settled = settled.replace(way, () => {
            met.add(way);
            return constant;
          });
        }
        return { code: settled, map: null };
      },
    },
    // Another version may ask in other words: then this list is to be read again, not to rot.
    buildEnd(error) {
      const missed = SETTLED_WAYS.filter(([way]) => !met.has(way));
      if (!error && missed.length > 0)
        this.error(`React Router no longer asks ${missed.map(([way]) => way).join(", ")}`);
    },
  };
}

export default defineConfig({
  plugins: [refuseServerCodeInBrowser(), settleRouterWays(), iconSprite(), tailwindcss(), reactRouter()],
  build: { target: "es2023", assetsInlineLimit: 0, chunkSizeWarningLimit: 400 },
  environments: {
    // Node loads core itself, the same copy as for server/: one AppError, one of each schema.
    ssr: { build: { rolldownOptions: { external: [/^#core\//] } } },
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Every page loads the table of routes, which names each file: a hash alone says enough there.
            chunkFileNames: "assets/[hash].js",
            entryFileNames: "assets/[hash].js",
            // What every page loads compresses better in two files than in twenty, and the first seldom changes.
            advancedChunks: {
              groups: [
                {
                  name: "framework",
                  test: /node_modules[\\/](react|react-dom|scheduler|react-router|cookie-es)[\\/]/,
                },
                {
                  name: "shell",
                  // What stands on every page for everybody, and nothing else: a chunk takes along what its modules import.
                  test: /[\\/]web[\\/](root|live[\\/](live|heard)|shell[\\/](header|footer|error-page|page-meta|late-scripts|nonce)|ui[\\/](button|toast|menu|avatar|class-names|icon))\./,
                },
                // Small things that several screens share. Each in a file of its own costs more, and a line in the table
                // of routes besides, which every page loads.
                {
                  name: "fields",
                  test: /[\\/](web[\\/]ui[\\/](field|select-field|use-hydrated)|core[\\/]count-of)\./,
                },
                {
                  name: "parts",
                  test: /[\\/](web[\\/](ui[\\/](empty-state|choice)|forum[\\/](age|tag-list|category-badge|byline|request-id|load-more|use-following-pages|latest-votes|latest-marks)|shell[\\/](breadcrumb|sign-in-link)|news[\\/]badges)|core[\\/](forum[\\/](types|relative-time|limits)|accounts[\\/]profile-path))\./,
                },
              ],
            },
          },
        },
      },
    },
  },
  server: { host: "127.0.0.1" },
});
