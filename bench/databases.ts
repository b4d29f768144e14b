import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { EmbeddedPostgres } from "#server/database/embedded/index.ts";
import { migrate, openDatabase } from "#server/database/index.ts";
import { generatePosts } from "#server/demo/index.ts";
import { systemClock } from "#server/platform/clock.ts";
import { createLog } from "#server/platform/log.ts";
import { startReplica } from "#server/testing/replica.ts";
import { fillSearch } from "./fill-search.ts";
import { ROOT } from "./program.ts";

export interface Databases {
  /** Creates a database with this many generated posts and returns its connection string. */
  create(postCount: number): Promise<string>;
  /** Returns the connection string of a shared, read-only database with this many generated posts. */
  getReadOnly(postCount: number): Promise<string>;
  /** Like getReadOnly, but with comments, articles and members for search benchmarks. */
  getSearchable(postCount: number): Promise<string>;
  /**
   * Starts a streaming replica of the server, which must have PRIMARY_SETTINGS. Returns the database's connection
   * string on the replica.
   */
  addReplica(databaseUrl: string): Promise<string>;
  readVersion(): Promise<string>;
  /** Drops created databases and stops the embedded server. */
  close(): Promise<void>;
}

/**
 * Databases on an embedded PostgreSQL in a temporary folder, or on the server at `serverUrl` (BENCH_DATABASE_URL). On
 * that server, the read-only databases are named after their sources and size, and remain for the next run.
 */
export async function openDatabases(
  serverUrl: string | undefined,
  log: (line: string) => void,
  settings: Readonly<Record<string, string>> = {},
): Promise<Databases> {
  const server =
    serverUrl === undefined
      ? await startEmbedded(log, settings)
      : { url: serverUrl, stop: async () => {}, addReplica: undefined };
  const createdNames: string[] = [];
  const readOnlyUrls = new Map<number, Promise<string>>();

  const buildUrl = (name: string) => {
    const url = new URL(server.url);
    url.pathname = `/${name}`;
    return url.href;
  };
  const queryServer = <Row extends pg.QueryResultRow>(statement: string, values: unknown[] = []) =>
    runStatement<Row>(server.url, statement, values);
  const createFilledDatabase = async (postCount: number, isSearchable = false) => {
    const name = `lattice_bench_${randomBytes(6).toString("hex")}`;
    await queryServer(`create database ${name}`);
    createdNames.push(name);
    await fillDatabase(buildUrl(name), postCount, log, isSearchable);
    return name;
  };
  const findOrCreateDatabase = async (postCount: number, isSearchable = false) => {
    const name = `lattice_bench_${hashSources()}_${postCount}${isSearchable ? "_searched" : ""}`;
    const [match] = await queryServer("select from pg_database where datname = $1", [name]);
    if (match === undefined) {
      const newName = await createFilledDatabase(postCount, isSearchable);
      // Renamed last, so that an interrupted fill is never taken for a complete database.
      await queryServer(`alter database ${newName} rename to ${name}`);
      createdNames.splice(createdNames.indexOf(newName), 1);
    }
    return buildUrl(name);
  };

  return {
    create: async (postCount) => buildUrl(await createFilledDatabase(postCount)),
    getReadOnly(postCount) {
      const databaseUrl = readOnlyUrls.get(postCount) ?? findOrCreateDatabase(postCount);
      readOnlyUrls.set(postCount, databaseUrl);
      return databaseUrl;
    },
    getSearchable: (postCount) => findOrCreateDatabase(postCount, true),
    async addReplica(databaseUrl) {
      if (server.addReplica === undefined)
        throw new Error("A replica can only be added to an embedded PostgreSQL.");
      const url = new URL(await server.addReplica());
      url.pathname = new URL(databaseUrl).pathname;
      return url.href;
    },
    async readVersion() {
      const [row] = await queryServer<{ server_version: string }>("show server_version");
      return row?.server_version ?? "";
    },
    async close() {
      for (const name of createdNames) await queryServer(`drop database if exists ${name} with (force)`);
      await server.stop();
    },
  };
}

/** Runs one statement on its own connection. */
export async function runStatement<Row extends pg.QueryResultRow>(
  url: string,
  statement: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(statement, values)).rows;
  } finally {
    await client.end();
  }
}

async function startEmbedded(log: (line: string) => void, settings: Readonly<Record<string, string>>) {
  const { startEmbeddedPostgres } = await import("#server/database/embedded/index.ts");
  const folder = mkdtempSync(join(tmpdir(), "lattice-bench-database-"));
  const sharedFolder = `${folder}-shared`;
  const replicaFolder = `${folder}-replica`;
  const removeFolders = () => {
    for (const path of [folder, sharedFolder, replicaFolder]) rmSync(path, { recursive: true, force: true });
  };
  try {
    const postgres = await startEmbeddedPostgres({
      dataDir: folder,
      sharedFolder,
      print: log,
      settings,
    });
    let replica: EmbeddedPostgres | undefined;
    return {
      url: postgres.url,
      async addReplica() {
        replica = await startReplica(
          { url: postgres.url, dataDir: folder },
          { folder: replicaFolder, sharedFolder },
        );
        return replica.url;
      },
      async stop() {
        await replica?.stop();
        await postgres.stop();
        removeFolders();
      },
    };
  } catch (error) {
    removeFolders();
    throw error;
  }
}

async function fillDatabase(
  url: string,
  postCount: number,
  log: (line: string) => void,
  isSearchable: boolean,
): Promise<void> {
  await migrate(url);
  if (postCount === 0) return;
  const database = openDatabase({ url, log: createLog("silent"), maxConnections: 2 });
  try {
    const logProgress = postCount < 100_000 ? () => {} : log;
    const generate = () => generatePosts({ database, clock: systemClock }, { postCount, log: logProgress });
    if (isSearchable) await fillSearch(database, generate, logProgress);
    else await generate();
    // Each batch leaves dead rows in profiles. Without this, the query plan for a page's authors would depend on how
    // many posts were created.
    await database.pool.query("vacuum (full, analyze) public.profiles");
  } finally {
    await database.close();
  }
}

/** Hashes the sources that determine the contents of a read-only database, so that a change to one creates a new one. */
export function hashSources(root = ROOT): string {
  const migrations = join(root, "server", "database", "migrations");
  const files = [
    ...readdirSync(migrations)
      .filter((name) => name.endsWith(".sql"))
      .sort()
      .map((name) => join(migrations, name)),
    join(root, "server", "demo", "generate-posts.ts"),
    join(root, "server", "demo", "generated-words.ts"),
    join(root, "core", "forum", "categories.ts"),
    join(root, "server", "search", "index-backlog.ts"),
    join(root, "bench", "fill-search.ts"),
    join(root, "bench", "databases.ts"),
  ];
  const hash = createHash("sha256");
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest("hex").slice(0, 10);
}
