import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";
import { iconSprite } from "./scripts/icon-sprite.ts";

/** Code in server/ must not reach the browser. Type-only imports are already removed when this hook runs. */
function refuseServerCodeInBrowser(): Plugin {
  return {
    name: "lattice:no-server-code-in-the-browser",
    enforce: "pre",
    async resolveId(source, importer, options) {
      if (this.environment.name !== "client" || importer === undefined) return null;
      const resolution = await this.resolve(source, importer, { ...options, skipSelf: true });
      if (resolution && /^server\//.test(resolution.id.replace(`${process.cwd()}/`, ""))) {
        this.error(`${importer} imports ${source}: server code would reach the browser`);
      }
      return resolution;
    },
  };
}

export default defineConfig({
  plugins: [refuseServerCodeInBrowser(), iconSprite(), tailwindcss(), reactRouter()],
  // With module preloading, every page would load the lists of each dialog's files. Without it, opening a dialog takes
  // one more round trip.
  build: { modulePreload: false, target: "es2023", assetsInlineLimit: 0, chunkSizeWarningLimit: 400 },
  environments: {
    // core isn't bundled: the pages must share it with the server, so that there is one AppError and one copy of each
    // schema. Only core/wallet is bundled, with the few functions of viem that it uses: all of viem takes 15 MB.
    ssr: {
      build: { rolldownOptions: { external: [/^#core\/(?!wallet\/)/] } },
      resolve: { noExternal: ["viem"] },
    },
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Every page lists the names of its files, and hashes don't compress.
            entryFileNames: "assets/[name]-[hash:7].js",
            chunkFileNames: "assets/[name]-[hash:7].js",
            codeSplitting: {
              groups: [
                { name: "framework", test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/ },
                // Every page loads the root route and everything it imports.
                { name: "root", test: /[\\/]web[\\/]root\.tsx$/ },
                // Each of these folders becomes one file, because each file costs a browser 5 ms (docs/decisions/110).
                { name: "lists", test: /[\\/]web[\\/]lists[\\/]/ },
                { name: "post-parts", test: /[\\/]web[\\/]forum[\\/]post-parts[\\/]/ },
                { name: "news-cards", test: /[\\/]web[\\/]news[\\/]cards[\\/]/ },
              ],
            },
          },
        },
      },
    },
  },
  server: { host: "127.0.0.1" },
});
