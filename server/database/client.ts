import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";
import { AppError } from "#core/errors.ts";
import type { Log } from "#server/platform/log.ts";
import { currentRequestScope } from "#server/platform/request-scope.ts";

export type Db = NodePgDatabase<Record<string, never>>;
export type Tx = Parameters<Parameters<Db["transaction"]>[0]>[0];

export interface Database {
  readonly db: Db;
  readonly pool: pg.Pool;
  /** For who needs a connection of his own, beside the pool. */
  readonly url: string;
  /** Resolves when the server answers, rejects with AppError("database_unavailable") when it does not. */
  ping(): Promise<void>;
  /** Ends what the given backends are doing for a request that has timed out. */
  cancel(backends: Iterable<number>): Promise<void>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  readonly url: string;
  readonly log: Log;
  readonly maxConnections?: number;
  /** No statement runs longer than this, whoever asked for it. Milliseconds. */
  readonly statementTimeout?: number;
}

/** Errors of a server that is gone, restarting or full: the request may be tried again, the program is not at fault. */
const UNAVAILABLE = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOENT",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTFOUND",
  "57P01",
  "57P02",
  "57P03",
  "53300",
  "08000",
  "08003",
  "08006",
]);

function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: string }).code;
  if (code !== undefined && UNAVAILABLE.has(code)) return true;
  return /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
    error.message,
  );
}

/**
 * What a failure means to the person who asked: the AppError that was thrown, or one for an absent server or a
 * cancelled statement (drizzle wraps both, so the whole chain of causes is read); undefined for a bug.
 */
export function expectedError(error: unknown): AppError | undefined {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    if (at instanceof AppError) return at;
    if (isUnavailable(at)) return new AppError("database_unavailable", { cause: error });
    if ((at as { code?: string }).code === "57014") return new AppError("timeout", { cause: error });
  }
  return undefined;
}

/** A pool that counts each request's statements and knows which backends work for it. */
class ScopedPool extends pg.Pool {
  // pg overloads both methods for callbacks, which nothing here uses; only the promise forms carry a scope.
  override connect(callback?: unknown): never {
    return (callback === undefined ? this.#checkout() : super.connect(callback as never)) as never;
  }

  override query(...parameters: unknown[]): never {
    return this.#run(parameters) as never;
  }

  async #checkout(): Promise<pg.PoolClient> {
    const scope = currentRequestScope();
    if (scope?.cancelled) throw new AppError("timeout");
    const client: pg.PoolClient = await super.connect();
    if (scope === undefined) return client;

    const backend = (client as unknown as { processID: number }).processID;
    const { query, release } = client;
    scope.backends.add(backend);
    client.query = ((...parameters: unknown[]) => {
      scope.statements += 1;
      return (query as (...all: unknown[]) => unknown).apply(client, parameters);
    }) as typeof client.query;
    client.release = (destroy) => {
      scope.backends.delete(backend);
      client.query = query;
      client.release = release;
      release.call(client, destroy);
    };
    return client;
  }

  async #run(parameters: unknown[]): Promise<unknown> {
    const client = await this.#checkout();
    try {
      return await (client.query as (...all: unknown[]) => Promise<unknown>)(...parameters);
    } finally {
      client.release();
    }
  }
}

export function openDatabase({
  url,
  log,
  maxConnections = 20,
  statementTimeout = 10_000,
}: DatabaseOptions): Database {
  const pool: pg.Pool = new ScopedPool({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    application_name: "lattice",
    // No page's statement runs long enough to pay for being compiled, and an operator's server compiles by default.
    options: `-c statement_timeout=${statementTimeout} -c idle_in_transaction_session_timeout=30000 -c timezone=UTC -c jit=off`,
  });
  // A connection that breaks while idle is replaced by the next request; unheard, its error would end the process.
  pool.on("error", (error) => log.warn({ error: error.message }, "a database connection was lost"));
  // One that breaks while it is lent out fails the next statement sent on it; between two statements nobody else hears.
  pool.on("connect", (client) => client.on("error", () => {}));

  return {
    db: drizzle(pool) as unknown as Db,
    pool,
    url,
    async ping() {
      await pool.query("select 1");
    },
    async cancel(backends) {
      const ids = [...backends];
      if (ids.length === 0) return;
      // A connection of its own: the pool may be what is exhausted.
      const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
      client.on("error", () => {});
      try {
        await client.connect();
        await client.query("select pg_cancel_backend(id) from unnest($1::int[]) as id", [ids]);
      } catch (error) {
        log.warn({ error: String(error) }, "could not cancel the statements of a timed-out request");
      } finally {
        await client.end().catch(() => {});
      }
    },
    async close() {
      await pool.end();
    },
  };
}
