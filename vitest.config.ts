import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { iconSprite } from "./scripts/icon-sprite.ts";

// Programs and commands that the tests start find each other's compiled code (server/testing/program.ts hands it on).
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, "node_modules/.cache/compiled");

export default defineConfig({
  plugins: [iconSprite()],
  test: {
    exclude: ["e2e/**", "node_modules/**", "build/**"],
    // Four on two cores: a test waits often, for a process or a clock.
    maxWorkers: 4,
    execArgv: ["--import", join(import.meta.dirname, "scripts/resolve-drizzle.mjs")],
    // Files of a worker share its modules: reading them anew for each took half of the time. So a module that is not a
    // test file registers no hook when it is imported, and a test undoes what it changes in a module or the process.
    isolate: false,
    // No test is judged by the clock: these end one that hangs.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    expect: { poll: { timeout: 60_000 } },
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
