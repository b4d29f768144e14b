import pg from "pg";
import type { TestProject } from "vitest/node";
import { migrate } from "#server/database/index.ts";
import { startTestServer } from "./postgres-server.ts";

/**
 * Vitest's global setup: one PostgreSQL for the whole run and in it a migrated template that each test file copies.
 * TEST_DATABASE_URL names a server to use instead of the embedded one.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL;
  const server = given ? undefined : await startTestServer();
  const url = server?.url ?? given ?? "";

  const template = `lattice_template_${process.pid}`;
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(`create database ${template}`);
  const templateUrl = new URL(url);
  templateUrl.pathname = `/${template}`;
  await migrate(templateUrl.href);
  project.provide("postgres", { url, template });

  return async () => {
    await admin.query(`drop database if exists ${template} with (force)`);
    await admin.end();
    await server?.stop();
  };
}

declare module "vitest" {
  export interface ProvidedContext {
    postgres: { url: string; template: string };
  }
}
