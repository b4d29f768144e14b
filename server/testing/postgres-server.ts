import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import pg from "pg";

/** A PostgreSQL server for tests, with a migrated template database. */
export interface TestServer {
  /** The superuser's connection string. */
  readonly url: string;
  readonly template: string;
}

/** Uses the server at `givenUrl`, or starts an embedded one, which stops when this process ends or is killed. */
export async function startTestServer(givenUrl?: string): Promise<TestServer & { stop(): Promise<void> }> {
  const server = givenUrl ? { url: givenUrl, stop: async () => {} } : await startEmbedded();
  const template = `lattice_template_${process.pid}`;
  await runOnServer(server.url, `create database ${template}`);
  // Imported here, because browser tests only copy the template, and loading drizzle takes half a second.
  const { migrate } = await import("#server/database/index.ts");
  await migrate(buildUrl(server.url, template));
  return {
    url: server.url,
    template,
    async stop() {
      await runOnServer(server.url, `drop database if exists ${template} with (force)`);
      await server.stop();
    },
  };
}

/** Copies the template. Returns the copy's connection string, and a function that drops the copy. */
export async function copyTemplate({ url, template }: TestServer) {
  const name = `lattice_test_${randomBytes(6).toString("hex")}`;
  // The default strategy, wal_log, takes three times as long.
  await runOnServer(url, `create database ${name} template ${template} strategy file_copy`);
  return { url: buildUrl(url, name), drop: () => runOnServer(url, `drop database ${name} with (force)`) };
}

function buildUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** One connection to each server, because opening one for each statement took longer than the statements. */
const serverPools = new Map<string, pg.Pool>();

async function runOnServer(url: string, statement: string): Promise<void> {
  let pool = serverPools.get(url);
  if (!pool) {
    pool = new pg.Pool({ connectionString: url, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true });
    // The server ends the idle connection when it stops.
    pool.on("error", () => {});
    serverPools.set(url, pool);
  }
  await pool.query(statement);
}

/** Starts a separate server with a streaming replica. */
export async function startReplicatedServer() {
  const { replicaUrl = "", ...server } = await startEmbedded("replica");
  return { ...server, replicaUrl };
}

async function startEmbedded(...parameters: string[]) {
  const child = spawn(process.execPath, [join(import.meta.dirname, "postgres.fixture.ts"), ...parameters], {
    // In its own process group, so that a signal to ours doesn't end it before it has removed its data.
    detached: true,
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  let output = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  // Not "close", which Node doesn't emit for a child that this process has disconnected from.
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const urls = await new Promise<{ url: string; replicaUrl?: string }>((resolve, reject) => {
    child.once("message", (message) => resolve(message as { url: string; replicaUrl?: string }));
    void ended.then(() => reject(new Error(`The test database did not start:\n${output}`)));
  });
  return {
    ...urls,
    async stop() {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}
