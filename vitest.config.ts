import { defineConfig } from "vitest/config";
import { iconSprite } from "./scripts/icon-sprite.ts";

export default defineConfig({
  plugins: [iconSprite()],
  test: {
    exclude: ["e2e/**", "node_modules/**", "build/**"],
    maxWorkers: 2,
    // Files of a worker share its modules: reading them anew for each took half of the time. So a module that is not a
    // test file registers no hook when it is imported, and a test undoes what it changes in a module or the process.
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["core/**/*.test.ts", "web/**/*.test.{ts,tsx}", "server/markdown/**/*.test.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "integration",
          include: ["main.test.ts", "server/**/*.test.ts", "scripts/**/*.test.ts"],
          exclude: ["server/markdown/**"],
          globalSetup: ["server/testing/postgres.global.ts"],
          setupFiles: ["server/testing/end-with-runner.ts"],
        },
      },
    ],
  },
});
