import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { migrate } from "#server/database/index.ts";

/**
 * Vitest's global setup: one PostgreSQL for the whole run and in it a migrated template that each test file copies.
 * TEST_DATABASE_URL names a server to use instead of the embedded one.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL;
  const folder = given ? undefined : await mkdtemp(join(tmpdir(), "lattice-test-"));
  let stop = async () => {};
  let url = given ?? "";
  if (folder) {
    // As root the server runs as another user, who must be able to pass through.
    await chmod(folder, 0o711);
    const { startEmbeddedPostgres } = await import("#server/database/embedded/index.ts");
    const server = await startEmbeddedPostgres({ dataDir: folder, say: () => {} });
    url = server.url;
    stop = () => server.stop();
  }

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
    await stop();
    if (folder) await rm(folder, { recursive: true, force: true });
  };
}

declare module "vitest" {
  export interface ProvidedContext {
    postgres: { url: string; template: string };
  }
}
