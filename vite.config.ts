import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";
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

export default defineConfig({
  plugins: [refuseServerCodeInBrowser(), iconSprite(), tailwindcss(), reactRouter()],
  build: { target: "es2023", assetsInlineLimit: 0, chunkSizeWarningLimit: 400 },
  environments: {
    // Node loads core itself, the same copy as for server/: one AppError, one of each schema.
    ssr: { build: { rolldownOptions: { external: [/^#core\//] } } },
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                {
                  name: "framework",
                  test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/,
                },
                // Every page loads the root route, and with it all that it imports.
                { name: "root", test: /[\\/]web[\\/]root\.tsx/ },
              ],
            },
          },
        },
      },
    },
  },
  server: { host: "127.0.0.1" },
});
