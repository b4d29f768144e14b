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
 * React Router asks while it runs how routes are found, and so every browser loads the ways that are not chosen. The
 * choice is made in react-router.config.ts: written into its sources as a constant, the rest falls away (3 kB).
 */
function settleRouteDiscovery(): Plugin {
  return {
    name: "lattice:settle-route-discovery",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client" && routerConfig.routeDiscovery.mode === "initial",
    transform: {
      filter: { id: /[\\/]react-router[\\/]dist[\\/].*\.m?js$/ },
      handler: (code) => ({
        code: code
          .replace(/\b(?:\w+\.)*future\.unstable_customRouteDiscovery\b/g, "false")
          .replace(/(?<!function )\bisFogOfWarEnabled\([^()]*\)/g, "false"),
        map: null,
      }),
    },
  };
}

export default defineConfig({
  plugins: [refuseServerCodeInBrowser(), settleRouteDiscovery(), iconSprite(), tailwindcss(), reactRouter()],
  build: { target: "es2023", assetsInlineLimit: 0, chunkSizeWarningLimit: 400 },
  environments: {
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
                  test: /[\\/]web[\\/](root|shell[\\/](header|footer|error-page|page-meta|late-scripts|nonce)|ui[\\/](button|toast|menu|avatar|class-names|icon))\./,
                },
                // Small things that several screens share. Each in a file of its own costs more, and a line in the table
                // of routes besides, which every page loads.
                { name: "fields", test: /[\\/]web[\\/]ui[\\/](field|select-field|use-hydrated)\./ },
                {
                  name: "parts",
                  test: /[\\/](web[\\/](ui[\\/](empty-state|choice)|forum[\\/](age|tag-list|category-badge|byline|request-id|load-more|use-following-pages)|shell[\\/](breadcrumb|sign-in-link)|news[\\/]badges)|core[\\/](forum[\\/](types|relative-time|limits)|accounts[\\/]profile-path))\./,
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
