import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { PgBoss } from "pg-boss";
import { isStorageOutage } from "#core/storage/storage-errors.ts";
import { ADVISORY_LOCKS } from "./advisory-locks.ts";
import type { Log } from "./log.ts";

/** A background job. If several processes use one database, one of them handles each run. */
export interface Job {
  readonly name: string;
  /** Schedule in cron syntax, in UTC. Without it, the job only runs when `send` is called. */
  readonly cron?: string;
  /** How many runs one process handles at a time. Default 1. */
  readonly concurrency?: number;
  /** Timeout in seconds. After that, another run may start. */
  readonly timeoutSeconds: number;
  /**
   * Errors are logged, and the next run tries again. `signal` aborts after the timeout, when the process stops, or if
   * the database didn't hear from it for a minute.
   */
  run(data: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<void>;
}

export type Jobs = ReturnType<typeof createJobs>;

const SCHEMA = "jobs";
/** How often an idle worker polls. Users don't wait for these jobs. */
const POLL_SECONDS = 10;
/** If a process is killed, another run of its job may start after this time instead of after the job's timeout. */
const HEARTBEAT_SECONDS = 60;
const RETRY_DELAY_MS = 5_000;
const STOP_TIMEOUT_MS = 10_000;

/** Runs jobs with pg-boss, which stores them in the schema `jobs` and creates it on the first start. */
export function createJobs({
  pool,
  log,
  pollSeconds = POLL_SECONDS,
}: {
  pool: pg.Pool;
  log: Log;
  /** Polling interval of an idle worker in seconds, at least 0.5. */
  pollSeconds?: number;
}) {
  const jobs: Job[] = [];
  const stopController = new AbortController();
  let boss: PgBoss | undefined;
  let startup: Promise<void> | undefined;

  async function open(): Promise<void> {
    // Loaded here, so that workers that run no jobs save 6 MB of memory.
    const { PgBoss } = await import("pg-boss");
    const startingBoss = new PgBoss({
      schema: SCHEMA,
      db: { executeSql: (text, values) => execute(pool, text, values) },
      schedule: jobs.some(({ cron }) => cron !== undefined),
      clockMonitorIntervalSeconds: 600,
      cronWorkerIntervalSeconds: POLL_SECONDS,
      // How often each process looks for runs that have timed out or whose process was killed.
      superviseIntervalSeconds: 6 * pollSeconds,
      monitorIntervalSeconds: 6 * pollSeconds,
      // How often jobs that wait for other jobs are checked. There are none.
      flowIntervalSeconds: 86_400,
      warningSlowQuerySeconds: 60,
    });
    // An unhandled error event would end the process. The next poll tries again.
    startingBoss.on("error", (error) => {
      if (!stopController.signal.aborted)
        log.warn({ error: error.message }, "jobs: the database did not respond");
    });
    boss = startingBoss;
    await startingBoss.start();
    for (const job of jobs) {
      const options = {
        retryLimit: 0,
        expireInSeconds: job.timeoutSeconds,
        heartbeatSeconds: HEARTBEAT_SECONDS,
        deleteAfterSeconds: 3600,
      };
      await startingBoss.createQueue(job.name, { policy: "exclusive", ...options });
      // A queue that an earlier version created still has that version's options.
      await startingBoss.updateQueue(job.name, options);
      await startingBoss.work(
        job.name,
        {
          localConcurrency: job.concurrency ?? 1,
          pollingIntervalSeconds: pollSeconds,
          burstWhenReadyExceeds: 1,
        },
        async ([queuedJob]) => {
          try {
            const signal = queuedJob
              ? AbortSignal.any([stopController.signal, queuedJob.signal])
              : stopController.signal;
            await job.run((queuedJob?.data ?? {}) as Record<string, unknown>, signal);
          } catch (error) {
            const level = isStorageOutage(error) ? "warn" : "error";
            if (!stopController.signal.aborted) log[level]({ err: error, job: job.name }, "a job failed");
            throw error;
          }
        },
      );
      if (job.cron !== undefined) await startingBoss.schedule(job.name, job.cron, {}, { tz: "UTC" });
    }
  }

  async function openWithRetries(): Promise<void> {
    while (!stopController.signal.aborted) {
      try {
        await withLock(pool, open);
        return;
      } catch (error) {
        await boss?.stop({ graceful: false }).catch(() => {});
        boss = undefined;
        if (stopController.signal.aborted) return;
        log.warn({ error: String(error) }, "jobs: could not start; retrying");
        await sleep(RETRY_DELAY_MS, undefined, { signal: stopController.signal }).catch(() => {});
      }
    }
  }

  return {
    /** Call this before `start`. */
    add(job: Job): void {
      jobs.push(job);
    },
    /**
     * Queues a run for any process. Does nothing if one with this key is already waiting or running, or while `start`
     * has not yet connected to the database.
     */
    async send(name: string, data: Record<string, string>, key: string): Promise<void> {
      await boss?.send(name, data, { singletonKey: key });
    },
    /** Starts working in the background and retries while the database is unavailable. */
    start(): void {
      if (jobs.length > 0) startup ??= openWithRetries();
    },
    /** Aborts the signals of running jobs and waits up to ten seconds for the jobs to finish. */
    async stop(): Promise<void> {
      stopController.abort();
      await startup;
      await boss?.stop({ graceful: true, timeout: STOP_TIMEOUT_MS, close: false });
    },
  };
}

/** pg-boss often sends a transaction as one query. If it fails halfway, its connection must be closed. */
async function execute(pool: pg.Pool, text: string, values?: unknown[]): Promise<pg.QueryResult> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    return await client.query(text, values);
  } catch (error) {
    failure = error as Error;
    throw error;
  } finally {
    client.release(failure);
  }
}

async function withLock(pool: pg.Pool, work: () => Promise<void>): Promise<void> {
  const client = await pool.connect();
  let failure: Error | undefined;
  const onFailure = (error: Error) => {
    failure = error;
  };
  client.on("error", onFailure);
  try {
    await client.query("select pg_advisory_lock($1)", [ADVISORY_LOCKS.jobs]);
    await work();
    await client.query("select pg_advisory_unlock($1)", [ADVISORY_LOCKS.jobs]);
  } catch (error) {
    // Closing the connection releases the lock.
    failure ??= error as Error;
    throw error;
  } finally {
    client.removeListener("error", onFailure);
    client.release(failure);
  }
}
