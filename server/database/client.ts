import type { Socket } from "node:net";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";
import { AppError } from "#core/errors.ts";
import { withTimeout } from "#server/platform/deadline.ts";
import type { Log } from "#server/platform/log.ts";
import { getRequestScope, type RequestScope } from "#server/platform/request-scope.ts";
import { hasSqlState, isConflict } from "./errors.ts";
import { createReplicas } from "./replicas/create-replicas.ts";

export type Db = NodePgDatabase<Record<string, never>>;
export type Tx = Parameters<Parameters<Db["transaction"]>[0]>[0];

/** Runs statements that change nothing and need no lock, possibly on a replica. */
export type Reader = Pick<Db, "execute" | "select" | "_">;

export type Database = ReturnType<typeof openDatabase>;

/** How long `close` waits for a server that doesn't respond. */
const CLOSE_TIMEOUT_MS = 2_000;

/** The internals of pg's client that we use in addition to its public API. */
interface ClientInternals {
  readonly processID: number;
  readonly connection: {
    readonly stream: Socket;
    on(
      event: "errorMessage",
      listener: (message: { readonly code?: string; readonly where?: string }) => void,
    ): void;
  };
}

const isBegin = (statement: unknown): boolean =>
  typeof statement === "object" && statement !== null && (statement as { text?: unknown }).text === "begin";

/**
 * Returns a replacement for the client's `query` that writes all statements of one tick together, because each write
 * costs a system call. "begin" resolves immediately, and the next statement throws its error, because Drizzle wouldn't
 * release a connection if its "begin" failed. The deadline must not cancel "begin": the statements sent with it would
 * then be committed one by one.
 */
function batchStatements(client: pg.PoolClient, scope: RequestScope | undefined) {
  const { query } = client;
  const { processID, connection } = client as unknown as ClientInternals;
  let failure: { readonly error: unknown } | null = null;
  return (...parameters: unknown[]): unknown => {
    if (failure) return Promise.reject(failure.error);
    if (scope?.canceled) return Promise.reject(new AppError("timeout"));
    connection.stream.cork();
    process.nextTick(() => connection.stream.uncork());
    if (scope) scope.statements += 1;
    const result = (query as (...all: unknown[]) => unknown).apply(client, parameters);
    if (!isBegin(parameters[0])) return result;
    scope?.backends.delete(processID);
    (result as Promise<unknown>).then(
      () => scope?.backends.add(processID),
      (error: unknown) => {
        failure = { error };
      },
    );
    return Promise.resolve({ rows: [] });
  };
}

/** Counts each request's statements and tracks its backends. Replaces connections to a server that became read-only. */
class ScopedPool extends pg.Pool {
  /** Connections that were open when a server refused a write. */
  #outdatedClients = new WeakSet<pg.PoolClient>();
  #openClients = new Set<pg.PoolClient>();

  constructor(config: pg.PoolConfig) {
    super(config);
    this.on("connect", (client) => {
      this.#openClients.add(client);
      (client as unknown as ClientInternals).connection.on("errorMessage", (error) => {
        if (hasSqlState(error, "read_only_sql_transaction"))
          for (const openClient of this.#openClients) this.#outdatedClients.add(openClient);
      });
    });
    this.on("remove", (client) => this.#openClients.delete(client));
  }

  // pg also accepts callbacks, which we don't use; only promises carry the request scope.
  override connect(callback?: unknown): never {
    return (callback === undefined ? this.#checkout() : super.connect(callback as never)) as never;
  }

  override query(...parameters: unknown[]): never {
    return this.#run(parameters) as never;
  }

  /** Resolves once the server has ended the connections. A server stopped earlier would log some of them as lost. */
  async close(): Promise<void> {
    await this.end();
    const endPromises = [...this.#openClients].map(
      (client) => new Promise((resolve) => client.once("end", resolve)),
    );
    await withTimeout(
      CLOSE_TIMEOUT_MS,
      Promise.all(endPromises),
      () => new Error("the server did not respond"),
    ).catch(() => {});
  }

  async #checkout(): Promise<pg.PoolClient> {
    const scope = getRequestScope();
    if (scope?.canceled) throw new AppError("timeout");
    let client: pg.PoolClient = await super.connect();
    while (this.#outdatedClients.has(client)) {
      client.release(true);
      client = await super.connect();
    }
    if (scope?.canceled) {
      client.release();
      throw new AppError("timeout");
    }

    const backend = (client as unknown as ClientInternals).processID;
    const { query, release } = client;
    scope?.backends.add(backend);
    client.query = batchStatements(client, scope) as typeof client.query;
    client.release = (destroy) => {
      scope?.backends.delete(backend);
      client.query = query;
      client.release = release;
      // Cancellation takes a moment, and on a reused connection it could hit another request's statements.
      release.call(client, destroy || scope?.canceled || this.#outdatedClients.has(client));
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
  replicaUrls = [],
  log,
  maxConnections = 20,
  connectionTimeout = 5_000,
  statementTimeout = 10_000,
}: {
  readonly url: string;
  readonly replicaUrls?: readonly string[];
  readonly log: Log;
  readonly maxConnections?: number;
  /** How long a request waits for a connection to the primary database, in milliseconds. */
  readonly connectionTimeout?: number;
  /** Default timeout for statements on the primary database, in milliseconds. */
  readonly statementTimeout?: number;
}) {
  const commonOptions: pg.PoolConfig = {
    max: maxConnections,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    // Statements are sent without waiting for the results of earlier ones (commit-with.ts).
    pipeline: true,
    application_name: "lattice",
    // JIT, which servers enable by default, is off: none of our statements runs long enough to benefit.
    options: `-c idle_in_transaction_session_timeout=30000 -c timezone=UTC -c jit=off`,
  };
  const pool = new ScopedPool({
    ...commonOptions,
    connectionString: url,
    connectionTimeoutMillis: connectionTimeout,
    options: `-c statement_timeout=${statementTimeout} ${commonOptions.options}`,
  });
  // Without a handler, an error on an idle connection would end the process. The next request opens a new connection.
  pool.on("error", (error) => log.warn({ error: error.message }, "a database connection was lost"));
  // A connection that breaks between two statements also needs a handler. Its next statement then fails.
  pool.on("connect", (client) => {
    client.on("error", () => {});
    // Without this log entry, statements that lock rows in different orders would go unnoticed: users just try again.
    (client as unknown as ClientInternals).connection.on("errorMessage", (error) => {
      if (isConflict(error))
        log.warn(
          { code: error.code, where: error.where },
          "the database ended a transaction because of a conflict",
        );
    });
  });

  const { replicas, reader, close } = createReplicas({
    urls: replicaUrls,
    log,
    primary: pool,
    poolConfig: commonOptions,
  });
  const db = drizzle(pool) as unknown as Db;

  return {
    db,
    /** For lists, searches and pages: reads from a replica where possible ("Replicas" in ARCHITECTURE.md). */
    reader: (replicaUrls.length === 0 ? db : drizzle({ client: reader as unknown as pg.Pool })) as Reader,
    replicas,
    pool: pool as pg.Pool,
    /** For code that needs its own connection outside the pool. */
    url,
    /** Resolves if the server responds. Otherwise rejects with the connection's error (see findExpectedError). */
    async ping(): Promise<void> {
      await pool.query("select 1");
    },
    /** Cancels the statements that these backends are running for a timed-out request. */
    async cancel(backends: Iterable<number>): Promise<void> {
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
    async close(): Promise<void> {
      await Promise.all([pool.close(), close()]);
    },
  };
}
