import { join } from "node:path";
import { defineConfig } from "@playwright/test";

// Programs started by the tests share compiled code. server/testing/program.ts passes the folder on.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, "node_modules/.cache/compiled");

/** One program with its own database for the entire run (e2e/global-setup.ts). Each test creates its own members. */
export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  globalSetup: "./e2e/global-setup.ts",
  fullyParallel: true,
  // Node loads TypeScript itself, faster than Babel does.
  build: { external: ["**"] },
  // See maxWorkers in vitest.config.ts.
  workers: 2,
  retries: 0,
  forbidOnly: true,
  // Generous limits that only a hanging test reaches.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: "list",
  use: {
    actionTimeout: 60_000,
    viewport: { width: 1280, height: 900 },
    locale: "en-GB",
    timezoneId: "UTC",
    screenshot: "only-on-failure",
  },
});
