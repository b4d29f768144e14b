import pg from "pg";
import { AppError } from "#core/errors.ts";
import type { Log } from "#server/platform/log.ts";
import type { LogPosition } from "#server/platform/log-position.ts";
import { getRequestScope } from "#server/platform/request-scope.ts";
import { isUnavailable } from "../errors.ts";
import { CHECK_SQL, findProblem, type Problem, type ReplicaState } from "./check-replica.ts";

/** The read failed on this replica, or the replica is behind. The primary database should run the read instead. */
export class ReplicaError extends Error {
  override readonly name = "ReplicaError";
}

export type Replica = ReturnType<typeof createReplica>;

export interface ReplicaStatus {
  readonly name: string;
  readonly problem: Problem | null;
  /** Bytes of the log that it hadn't replayed at the last check. Null if unknown. */
  readonly lagBytes: number | null;
  /** The age of its newest replayed change, which is an upper bound on its lag. 0 if it wasn't behind. */
  readonly lagSeconds: number | null;
  /** When it last answered a check, in RFC 3339; null if it never did. */
  readonly checkedAt: string | null;
  /** When it became unusable, in RFC 3339. Null if it is usable or hasn't been checked yet. */
  readonly unusedSince: string | null;
}

interface ReplicaOptions {
  readonly url: string;
  readonly log: Log;
  readonly poolConfig: pg.PoolConfig;
  /** Returns the position that reads currently require. Null if it isn't known, in which case no replica is used. */
  readonly getRequiredPosition: () => LogPosition | null;
}

/** Reads take milliseconds, so one that takes this long is worth a second attempt on the primary database. */
const STATEMENT_TIMEOUT_MS = 2_000;
/** How long to wait for a server that doesn't respond at all. */
const RESPONSE_TIMEOUT_MS = 3_000;
const CONNECT_TIMEOUT_MS = 2_000;
/** The first delay before an unavailable replica is checked again. It doubles with each check. */
const FIRST_DELAY_MS = { behind: 10, other: 250 };
/** The longest delay between two checks of an unavailable replica. */
const MAX_DELAY_MS = { behind: 1_000, other: 5_000 };

/** Serialization failure, deadlock and dropped database (conflicts with replayed changes), and canceled statements. */
const RETRIED_STATES = new Set(["40001", "40P01", "57014", "57P04"]);

/** Creates the connections to a PostgreSQL server that follows the primary database. */
export function createReplica({ url, log, poolConfig, getRequiredPosition }: ReplicaOptions) {
  const pool = new pg.Pool({
    ...poolConfig,
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: RESPONSE_TIMEOUT_MS,
    options: `${poolConfig.options} -c statement_timeout=${STATEMENT_TIMEOUT_MS}`,
  });
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  const { hostname, port, searchParams } = new URL(url);
  const name = `${searchParams.get("host") ?? hostname}:${port || 5432}`;
  /** The server's state at its last check, per connection, because several servers may share a host name. */
  const states = new WeakMap<pg.PoolClient, ReplicaState>();
  let problem: Problem | null = "unchecked";
  let reportedProblem: Problem | null = null;
  let lagBytes: number | null = null;
  let lagSeconds: number | null = null;
  let checkedAt: string | null = null;
  let unusedSince: string | null = null;
  let timer: NodeJS.Timeout | undefined;
  let delayMs = 0;
  let isClosed = false;

  function setProblem(newProblem: Problem | null): void {
    if (isClosed) return;
    problem = newProblem;
    if (newProblem === null) unusedSince = null;
    else if (newProblem !== "unchecked") unusedSince ??= new Date().toISOString();
    if (newProblem === "unreachable") lagBytes = lagSeconds = null;
    const kind = newProblem === "behind" ? "behind" : "other";
    if (newProblem === null) delayMs = 0;
    else delayMs = Math.min(Math.max(delayMs * 2, FIRST_DELAY_MS[kind]), MAX_DELAY_MS[kind]);
    // Being behind for a moment after many changes is normal.
    const isWorthReporting = newProblem !== "behind" || delayMs === MAX_DELAY_MS.behind;
    if (newProblem !== reportedProblem && newProblem !== "unchecked" && isWorthReporting) {
      if (newProblem === null) log.info({ replica: name }, "reads use the replica");
      else log.warn({ replica: name, problem: newProblem }, "reads don't use the replica");
      reportedProblem = newProblem;
    }
    if (newProblem !== null && timer === undefined) {
      timer = setTimeout(() => {
        timer = undefined;
        const requiredPosition = getRequiredPosition();
        if (requiredPosition === null) setProblem(problem);
        else void runCheck(requiredPosition, requiredPosition);
      }, delayMs);
      timer.unref();
    }
  }

  async function check(client: pg.PoolClient): Promise<ReplicaState> {
    const { rows } = await client.query<ReplicaState>(CHECK_SQL);
    const state = rows[0] as ReplicaState;
    states.set(client, state);
    checkedAt = new Date().toISOString();
    return state;
  }

  /** Records the lag behind the primary database, and returns what prevents reads in this state. */
  function assess(
    state: ReplicaState,
    requiredPosition: LogPosition,
    primaryPosition = requiredPosition,
  ): Problem | null {
    const newProblem = findProblem(state, requiredPosition);
    const isComparable = newProblem === null || newProblem === "behind";
    lagBytes = isComparable ? Math.max(0, primaryPosition.position - state.position) : null;
    // Negative if the replica's clock is behind.
    const age = state.changeAge === null ? null : Math.max(0, state.changeAge);
    lagSeconds = isComparable ? (lagBytes === 0 ? 0 : age) : null;
    return newProblem;
  }

  async function runCheck(
    requiredPosition: LogPosition | null,
    primaryPosition: LogPosition | null,
  ): Promise<void> {
    let client: pg.PoolClient | undefined;
    try {
      client = await pool.connect();
      const state = await check(client);
      if (requiredPosition === null) lagBytes = lagSeconds = null;
      else setProblem(assess(state, requiredPosition, primaryPosition ?? requiredPosition));
    } catch {
      setProblem("unreachable");
    } finally {
      client?.release();
    }
  }

  return {
    isAvailable() {
      if (problem === "unchecked" && timer === undefined) setProblem(problem);
      return problem === null;
    },
    /** Runs a read. Throws ReplicaError if the primary database should run it instead, or the statement's own error. */
    async query(parameters: unknown[], requiredPosition: LogPosition, ownPosition: number): Promise<unknown> {
      const scope = getRequestScope();
      if (scope?.canceled) throw new AppError("timeout");
      let client: pg.PoolClient;
      try {
        client = await pool.connect();
      } catch (error) {
        setProblem("unreachable");
        throw new ReplicaError(`${name} can't be reached`, { cause: error });
      }
      if (scope) scope.statements += 1;
      const isUpToDate = (state: ReplicaState) =>
        findProblem(state, requiredPosition) === null && state.position >= ownPosition;
      const knownState = states.get(client);
      // The check is sent together with the statement. If the replica hasn't caught up, the result is discarded.
      const stateCheck = knownState && isUpToDate(knownState) ? Promise.resolve(knownState) : check(client);
      const result = (client.query as (...all: unknown[]) => Promise<unknown>)(...parameters);
      void Promise.allSettled([stateCheck, result]).then(() => client.release());
      try {
        const state = await stateCheck;
        if (isUpToDate(state)) return await result;
        const newProblem = assess(state, requiredPosition);
        // A position sent by a client doesn't count, because it may be false.
        if (newProblem !== null) setProblem(newProblem);
      } catch (error) {
        if (scope?.canceled) throw new AppError("timeout");
        if (isUnavailable(error)) setProblem("unreachable");
        else if (!RETRIED_STATES.has((error as { code?: string }).code ?? "")) throw error;
        throw new ReplicaError(`${name} failed`, { cause: error });
      }
      throw new ReplicaError(`${name} is behind`);
    },
    /** `primaryPosition` is null if it isn't known. */
    async updateStatus(primaryPosition: LogPosition | null): Promise<void> {
      // The replica is being checked in the background, and waiting for that would take seconds.
      if (problem === "unreachable" && timer !== undefined) return;
      // The required position is only known if something was read recently.
      await runCheck(
        getRequiredPosition() ?? (primaryPosition && { ...primaryPosition, position: 0 }),
        primaryPosition,
      );
    },
    get status(): ReplicaStatus {
      return { name, problem, lagBytes, lagSeconds, checkedAt, unusedSince };
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await pool.end();
    },
  };
}
