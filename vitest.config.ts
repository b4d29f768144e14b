import { defineConfig } from "vitest/config";
import { iconSprite } from "./scripts/icon-sprite.ts";

export default defineConfig({
  plugins: [iconSprite()],
  test: {
    exclude: ["e2e/**", "node_modules/**", "build/**"],
    maxWorkers: 2,
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
        },
      },
    ],
  },
});
