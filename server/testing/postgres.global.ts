import type { TestProject } from "vitest/node";
import { startTestServer, type TestServer } from "./postgres-server.ts";

/** Vitest global setup: one PostgreSQL for the whole run. TEST_DATABASE_URL selects an existing server instead. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, template, stop } = await startTestServer(process.env.TEST_DATABASE_URL);
  project.provide("postgres", { url, template });
  return stop;
}

declare module "vitest" {
  export interface ProvidedContext {
    postgres: TestServer;
  }
}
