import type pg from "pg";
import { PgBoss } from "pg-boss";
import { ADVISORY_LOCKS } from "./advisory-locks.ts";
import type { Log } from "./log.ts";

/** Work that goes on without a request. Of several programs on one database, one takes each turn of it. */
export interface Job {
  readonly name: string;
  /** When it comes by itself, as cron writes it, in UTC; left out, only when it is sent. */
  readonly cron?: string;
  /** How many of these one program works on at once; one when it is left out. */
  readonly atOnce?: number;
  /** Longer than this it never takes; then another turn may begin. Seconds. */
  readonly seconds: number;
  /** What it throws is written down; the next turn tries anew. `signal` says that the program stops. */
  run(data: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<void>;
}

export interface Jobs {
  /** Before `start`. */
  add(job: Job): void;
  /** Has a job done soon, by whichever program is free; one that waits already under this key is not doubled. */
  send(name: string, data: Record<string, string>, key: string): Promise<void>;
  /** Begins to work, without being waited for: an absent database is tried again. */
  start(): void;
  /** Ends after what is under way, which learns of it by its signal. */
  stop(): Promise<void>;
}

const SCHEMA = "jobs";
/** How often an idle worker looks: nothing here is waited for by a person. */
const LOOK_SECONDS = 10;
const AGAIN_MS = 5_000;
const STOP_MS = 10_000;

/** Jobs kept by pg-boss in the schema `jobs`, which it makes itself on the first start. */
export function createJobs({
  pool,
  log,
  lookSeconds = LOOK_SECONDS,
}: {
  pool: pg.Pool;
  log: Log;
  /** How often an idle worker looks; 0.5 at the least. */
  lookSeconds?: number;
}): Jobs {
  const jobs: Job[] = [];
  const stopping = new AbortController();
  let boss: PgBoss | undefined;
  let starting: Promise<void> | undefined;

  async function open(): Promise<void> {
    const opened = new PgBoss({
      schema: SCHEMA,
      db: { executeSql: (text, values) => execute(pool, text, values) },
      schedule: jobs.some(({ cron }) => cron !== undefined),
      clockMonitorIntervalSeconds: 600,
      warningSlowQuerySeconds: 60,
    });
    // Unheard, an error would end the process; the next look tries again.
    opened.on("error", (error) => {
      if (!stopping.signal.aborted) log.warn({ error: error.message }, "jobs: the database did not answer");
    });
    boss = opened;
    await opened.start();
    for (const job of jobs) {
      await opened.createQueue(job.name, {
        policy: "exclusive",
        retryLimit: 0,
        expireInSeconds: job.seconds,
        deleteAfterSeconds: 3600,
      });
      await opened.work(
        job.name,
        { localConcurrency: job.atOnce ?? 1, pollingIntervalSeconds: lookSeconds, burstWhenReadyExceeds: 1 },
        async ([turn]) => {
          try {
            const signal = turn ? AbortSignal.any([stopping.signal, turn.signal]) : stopping.signal;
            await job.run((turn?.data ?? {}) as Record<string, unknown>, signal);
          } catch (error) {
            if (!stopping.signal.aborted) log.error({ err: error, job: job.name }, "a job failed");
            throw error;
          }
        },
      );
      if (job.cron !== undefined) await opened.schedule(job.name, job.cron, {}, { tz: "UTC" });
    }
  }

  async function keepOpening(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await withLock(pool, open);
        return;
      } catch (error) {
        await boss?.stop({ graceful: false }).catch(() => {});
        boss = undefined;
        if (stopping.signal.aborted) return;
        log.warn({ error: String(error) }, "jobs could not be started and are tried again");
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, AGAIN_MS);
          stopping.signal.addEventListener("abort", () => {
            clearTimeout(timer);
            resolve();
          });
        });
      }
    }
  }

  return {
    add(job) {
      jobs.push(job);
    },
    async send(name, data, key) {
      await boss?.send(name, data, { singletonKey: key });
    },
    start() {
      if (jobs.length > 0) starting ??= keepOpening();
    },
    async stop() {
      stopping.abort();
      await starting;
      await boss?.stop({ graceful: true, timeout: STOP_MS, close: false });
    },
  };
}

/**
 * Runs what pg-boss asks for, often a whole transaction as one text. When that fails in its middle the connection is
 * left inside the transaction: it is closed and not given back.
 */
async function execute(pool: pg.Pool, text: string, values?: unknown[]): Promise<pg.QueryResult> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    return await client.query(text, values);
  } catch (error) {
    broken = error as Error;
    throw error;
  } finally {
    client.release(broken);
  }
}

async function withLock(pool: pg.Pool, work: () => Promise<void>): Promise<void> {
  const client = await pool.connect();
  let lost: Error | undefined;
  const onLost = (error: Error) => {
    lost = error;
  };
  client.on("error", onLost);
  try {
    await client.query("select pg_advisory_lock($1)", [ADVISORY_LOCKS.jobs]);
    await work();
    await client.query("select pg_advisory_unlock($1)", [ADVISORY_LOCKS.jobs]);
  } catch (error) {
    // Closing the connection gives the lock back.
    lost ??= error as Error;
    throw error;
  } finally {
    client.removeListener("error", onLost);
    client.release(lost);
  }
}
