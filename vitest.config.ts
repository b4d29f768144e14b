import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { iconSprite } from "./scripts/icon-sprite.ts";

// Programs and commands started by the tests share compiled code. server/testing/program.ts passes the folder on.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, "node_modules/.cache/compiled");

/** Node loads the modules itself, as in production: Vite's own loader made tests slower (docs/decisions/113). */
const NATIVE_MODULES = { viteModuleRunner: false, nodeLoader: false };

export default defineConfig({
  plugins: [iconSprite()],
  test: {
    exclude: ["e2e/**", "node_modules/**", "build/**"],
    // `npm test` runs the browser tests at the same time, with two workers of their own (playwright.config.ts). The
    // four workers keep two cores busy, even though tests often wait. More workers would make each test slower.
    maxWorkers: 2,
    execArgv: ["--import", join(import.meta.dirname, "scripts/resolve-drizzle.mjs")],
    // A worker's test files share modules, because reloading them took half of the time. So only test files may
    // register hooks when they are imported, and a test must undo its changes to modules and the process.
    isolate: false,
    // Generous, because these limits only end tests that hang.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["analyzers/**/*.test.ts", "core/**/*.test.ts", "server/markdown/**/*.test.ts"],
          experimental: NATIVE_MODULES,
        },
      },
      {
        extends: true,
        test: {
          name: "web",
          include: ["web/**/*.test.{ts,tsx}"],
          setupFiles: ["web/router/lazy-components.fixture.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "integration",
          include: ["main.test.ts", "server/**/*.test.ts", "scripts/**/*.test.ts", "bench/**/*.test.ts"],
          exclude: ["server/markdown/**"],
          globalSetup: ["server/testing/postgres.global.ts"],
          setupFiles: ["server/testing/end-with-runner.ts", "scripts/sql/record-rows.ts"],
          provide: { s3: undefined },
          experimental: NATIVE_MODULES,
        },
      },
      {
        extends: true,
        test: {
          // The integration tests that store files, with the files on S3 instead of the disk.
          name: "files-on-s3",
          include: [
            "server/storage/**/*.test.ts",
            "server/news/images/**/*.test.ts",
            "server/members/members.test.ts",
            "server/sharing/profile-picture.test.ts",
          ],
          exclude: [
            "server/storage/{bombs,encode-image,interrupted,killed,read-form,refused-early,render-error,routes,signed-downloads}.test.ts",
          ],
          globalSetup: ["server/testing/postgres.global.ts", "server/testing/s3.global.ts"],
          setupFiles: ["server/testing/end-with-runner.ts", "scripts/sql/record-rows.ts"],
          experimental: NATIVE_MODULES,
        },
      },
    ],
  },
});
