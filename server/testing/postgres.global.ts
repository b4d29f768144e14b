import type { TestProject } from "vitest/node";
import { startTestServer, type TestServer } from "./postgres-server.ts";

/**
 * Vitest's global setup: one PostgreSQL for the whole run. TEST_DATABASE_URL names a server to use instead of the
 * embedded one.
 */
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
