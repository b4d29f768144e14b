import { join } from "node:path";
import { defineConfig } from "@playwright/test";

// Programs that the tests start find each other's compiled code (server/testing/program.ts hands it on).
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, "node_modules/.cache/compiled");

/** One program with a database of its own for the whole run (e2e/global-setup.ts); each test makes its own members. */
export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  globalSetup: "./e2e/global-setup.ts",
  fullyParallel: true,
  // Three on two cores: a test waits often.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  // No test is judged by the clock: these end one that hangs.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: "list",
  use: {
    viewport: { width: 1280, height: 900 },
    locale: "en-GB",
    timezoneId: "UTC",
    screenshot: "only-on-failure",
  },
});
