import type { TestProject } from "vitest/node";
import { startTestServer, type TestServer } from "./postgres-server.ts";

/** Vitest loads this file for each project that needs the database. The projects share one server. */
const run = globalThis as {
  testServer?: ReturnType<typeof startTestServer>;
  testServerProjectCount?: number;
};

/** Vitest global setup: one PostgreSQL for the whole run. TEST_DATABASE_URL selects an existing server instead. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  run.testServer ??= startTestServer(process.env.TEST_DATABASE_URL);
  run.testServerProjectCount = (run.testServerProjectCount ?? 0) + 1;
  const { url, template, stop } = await run.testServer;
  project.provide("postgres", { url, template });
  return async () => {
    run.testServerProjectCount = (run.testServerProjectCount ?? 0) - 1;
    if (run.testServerProjectCount > 0) return;
    run.testServer = undefined;
    await stop();
  };
}

declare module "vitest" {
  export interface ProvidedContext {
    postgres: TestServer;
  }
}
