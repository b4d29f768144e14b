import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { migrate, openDatabase } from "#server/database/index.ts";
import { generatePosts } from "#server/demo/index.ts";
import { systemClock } from "#server/platform/clock.ts";
import { createLog } from "#server/platform/log.ts";
import { fillSearch } from "./fill-search.ts";
import { ROOT } from "./program.ts";

export interface Databases {
  /** Connection string of a new database with so many generated posts, none at 0; nobody else uses it. */
  create(posts: number): Promise<string>;
  /** Connection string of a database with so many generated posts that is only read. */
  readOnly(posts: number): Promise<string>;
  /** The same with comments, articles and members around them, for searches. */
  searched(posts: number): Promise<string>;
  version(): Promise<string>;
  /** Drops what `create` made and stops the server, if it is ours. */
  close(): Promise<void>;
}

/**
 * Databases of one PostgreSQL: an embedded one in a temporary folder, or the server that `given` (BENCH_DATABASE_URL)
 * names. There the databases that are only read stay for the next run, named after their schema and size.
 */
export async function openDatabases(
  given: string | undefined,
  say: (line: string) => void,
): Promise<Databases> {
  const server = given === undefined ? await startEmbedded(say) : { url: given, stop: async () => {} };
  const made: string[] = [];
  const readOnly = new Map<number, Promise<string>>();

  const named = (name: string) => {
    const url = new URL(server.url);
    url.pathname = `/${name}`;
    return url.href;
  };
  const onServer = <Row extends pg.QueryResultRow>(statement: string, values: unknown[] = []) =>
    selectRows<Row>(server.url, statement, values);
  const make = async (posts: number, isSearched = false) => {
    const name = `lattice_bench_${randomBytes(6).toString("hex")}`;
    await onServer(`create database ${name}`);
    made.push(name);
    await fill(named(name), posts, say, isSearched);
    return name;
  };
  const find = async (posts: number, isSearched = false) => {
    const name = `lattice_bench_${schemaHash()}_${posts}${isSearched ? "_searched" : ""}`;
    const [found] = await onServer("select from pg_database where datname = $1", [name]);
    if (found === undefined) {
      const fresh = await make(posts, isSearched);
      // The name is given last: a database whose filling was stopped half-way is never taken for a whole one.
      await onServer(`alter database ${fresh} rename to ${name}`);
      made.splice(made.indexOf(fresh), 1);
    }
    return named(name);
  };

  return {
    create: async (posts) => named(await make(posts)),
    readOnly(posts) {
      const known = readOnly.get(posts) ?? find(posts);
      readOnly.set(posts, known);
      return known;
    },
    searched: (posts) => find(posts, true),
    async version() {
      const [row] = await onServer<{ server_version: string }>("show server_version");
      return row?.server_version ?? "";
    },
    async close() {
      for (const name of made) await onServer(`drop database if exists ${name} with (force)`);
      await server.stop();
    },
  };
}

/** The rows of one statement, on a connection of its own. */
export async function selectRows<Row extends pg.QueryResultRow>(
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

async function startEmbedded(say: (line: string) => void) {
  const { startEmbeddedPostgres } = await import("#server/database/embedded/index.ts");
  const folder = mkdtempSync(join(tmpdir(), "lattice-bench-database-"));
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  try {
    const embedded = await startEmbeddedPostgres({ dataDir: folder, sharedFolder: `${folder}-shared`, say });
    return {
      url: embedded.url,
      async stop() {
        await embedded.stop();
        removeFolder();
        rmSync(`${folder}-shared`, { recursive: true, force: true });
      },
    };
  } catch (error) {
    removeFolder();
    throw error;
  }
}

async function fill(
  url: string,
  posts: number,
  say: (line: string) => void,
  isSearched: boolean,
): Promise<void> {
  await migrate(url);
  if (posts === 0) return;
  const database = openDatabase({ url, log: createLog("silent"), maxConnections: 2 });
  try {
    const quiet = posts < 100_000 ? () => {} : say;
    const generate = () => generatePosts({ database, clock: systemClock }, { posts, say: quiet });
    if (isSearched) await fillSearch(database, generate, quiet);
    else await generate();
    // Each batch leaves dead rows among the members: whether all of them are read for a page's authors or each is looked
    // up would hang on how many posts were made, and be measured as the list's.
    await database.pool.query("vacuum (full, analyze) public.profiles");
  } finally {
    await database.close();
  }
}

/** Of what a generated database is made from: another schema or another way to fill it is another database. */
function schemaHash(): string {
  const migrations = join(ROOT, "server", "database", "migrations");
  const files = [
    ...readdirSync(migrations)
      .filter((name) => name.endsWith(".sql"))
      .sort()
      .map((name) => join(migrations, name)),
    join(ROOT, "server", "demo", "generate-posts.ts"),
    join(ROOT, "server", "demo", "generated-words.ts"),
    join(ROOT, "bench", "fill-search.ts"),
  ];
  const hash = createHash("sha256");
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest("hex").slice(0, 10);
}
