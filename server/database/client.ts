import type { Socket } from "node:net";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";
import { AppError } from "#core/errors.ts";
import type { Log } from "#server/platform/log.ts";
import { getRequestScope, type RequestScope } from "#server/platform/request-scope.ts";

export type Db = NodePgDatabase<Record<string, never>>;
export type Tx = Parameters<Parameters<Db["transaction"]>[0]>[0];

export interface Database {
  readonly db: Db;
  readonly pool: pg.Pool;
  /** For code that needs its own connection outside the pool. */
  readonly url: string;
  /** Resolves if the server answers, rejects with AppError("database_unavailable") otherwise. */
  ping(): Promise<void>;
  /** Cancels what these backends are running for a request that timed out. */
  cancel(backends: Iterable<number>): Promise<void>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  readonly url: string;
  readonly log: Log;
  readonly maxConnections?: number;
  /** Timeout for every statement, in milliseconds. */
  readonly statementTimeout?: number;
}

/**
 * Errors of a server that is down, restarting or out of connections. The request may be retried, and it isn't a bug.
 */
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
 * The expected error behind an exception: the AppError that was thrown, or one for an unavailable server or a
 * canceled statement. Drizzle wraps errors, so the chain of causes is searched. Undefined for a bug.
 */
export function findExpectedError(error: unknown): AppError | undefined {
  for (
    let cause: unknown = error, depth = 0;
    cause instanceof Error && depth < 5;
    cause = cause.cause, depth += 1
  ) {
    if (cause instanceof AppError) return cause;
    if (isUnavailable(cause)) return new AppError("database_unavailable", { cause: error });
    if ((cause as { code?: string }).code === "57014") return new AppError("timeout", { cause: error });
  }
  return undefined;
}

/** The name of the constraint because of which the database refused a statement; undefined for any other error. */
export function findViolatedConstraint(error: unknown): string | undefined {
  for (
    let cause: unknown = error, depth = 0;
    cause instanceof Error && depth < 5;
    cause = cause.cause, depth += 1
  ) {
    const { constraint } = cause as { constraint?: string };
    if (constraint !== undefined) return constraint;
  }
  return undefined;
}

/** The internals of pg's client that we use in addition to its public API. */
interface ClientInternals {
  readonly processID: number;
  readonly connection: { readonly stream: Socket };
}

const isBegin = (statement: unknown): boolean =>
  typeof statement === "object" && statement !== null && (statement as { text?: unknown }).text === "begin";

/**
 * Writes all statements of one tick to the connection at once: "begin" with the first statements of its transaction,
 * and the last ones with its commit. Each write costs a system call and wakes the backend. "begin" resolves at once. If
 * it fails, statements that weren't sent with it aren't executed. The request's deadline can't cancel it, because those
 * that were sent with it would be committed one by one.
 */
function batchStatements(client: pg.PoolClient, scope: RequestScope) {
  const { query } = client;
  const { processID, connection } = client as unknown as ClientInternals;
  let failure: { readonly error: unknown } | null = null;
  return (...parameters: unknown[]): unknown => {
    if (failure) return Promise.reject(failure.error);
    connection.stream.cork();
    process.nextTick(() => connection.stream.uncork());
    scope.statements += 1;
    const result = (query as (...all: unknown[]) => unknown).apply(client, parameters);
    if (!isBegin(parameters[0])) return result;
    scope.backends.delete(processID);
    (result as Promise<unknown>).then(
      () => scope.backends.add(processID),
      (error: unknown) => {
        failure = { error };
      },
    );
    return Promise.resolve({ rows: [] });
  };
}

/** A pool that counts the statements of each request and tracks which backends work for it. */
class ScopedPool extends pg.Pool {
  // pg also accepts callbacks, which we don't use; only promises carry the request scope.
  override connect(callback?: unknown): never {
    return (callback === undefined ? this.#checkout() : super.connect(callback as never)) as never;
  }

  override query(...parameters: unknown[]): never {
    return this.#run(parameters) as never;
  }

  async #checkout(): Promise<pg.PoolClient> {
    const scope = getRequestScope();
    if (scope?.canceled) throw new AppError("timeout");
    const client: pg.PoolClient = await super.connect();
    if (scope === undefined) return client;

    const backend = (client as unknown as ClientInternals).processID;
    const { query, release } = client;
    scope.backends.add(backend);
    client.query = batchStatements(client, scope) as typeof client.query;
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
    // Statements are sent without waiting for the results of earlier ones (commit-with.ts).
    pipeline: true,
    application_name: "lattice",
    // JIT is off: none of our statements runs long enough to benefit, and servers enable it by default.
    options: `-c statement_timeout=${statementTimeout} -c idle_in_transaction_session_timeout=30000 -c timezone=UTC -c jit=off`,
  });
  // A connection that breaks while idle is replaced on the next request; without a handler its error would end the
  // process.
  pool.on("error", (error) => log.warn({ error: error.message }, "a database connection was lost"));
  // A connection that breaks while checked out fails its next statement; between statements, its error needs a
  // handler.
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
      // A separate connection, because the pool may be exhausted.
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
