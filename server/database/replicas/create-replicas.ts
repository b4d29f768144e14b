import type pg from "pg";
import type { Log } from "#server/platform/log.ts";
import type { LogPosition } from "#server/platform/log-position.ts";
import { getRequestScope, type ReplicaReads } from "#server/platform/request-scope.ts";
import { createReplica, type Replica, ReplicaError, type ReplicaStatus } from "./replica.ts";
import { trackRequiredPosition } from "./required-position.ts";

type Announcements = Parameters<typeof trackRequiredPosition>[0];

export type Replicas = ReturnType<typeof createReplicas>["replicas"];

interface ReplicasOptions {
  readonly urls: readonly string[];
  readonly log: Log;
  readonly primary: pg.Pool;
  readonly pool: pg.PoolConfig;
}

/** Creates the replicas of one process, and the reader that chooses between them and the primary database. */
export function createReplicas({ urls, log, primary, pool }: ReplicasOptions) {
  let announcements: Announcements | undefined;
  let getRequired: () => LogPosition | null = () => null;
  const allReplicas = urls.map((url) => createReplica({ url, log, pool, getRequired: () => getRequired() }));
  const reader = createReader({ primary, replicas: allReplicas, getRequired: () => getRequired() });
  let isListening = true;
  let runningCheck: Promise<void> | undefined;

  async function check(): Promise<void> {
    const current = (await announcements?.readPosition().catch(() => null)) ?? null;
    isListening = current !== null;
    await Promise.all(allReplicas.map((replica) => replica.measure(current)));
  }

  const replicas = {
    /** Results of the last check of each replica. Replicas are checked by reads and by `check`. */
    get statuses(): readonly ReplicaStatus[] {
      return allReplicas.map(({ status }) => status);
    },
    /** Whether announcements were received at the last `check`. Without them, no replica is used. */
    get isListening() {
      return isListening;
    },
    /** Updates the statuses, which takes up to three seconds if a replica doesn't respond. Never rejects. */
    check(): Promise<void> {
      if (allReplicas.length === 0) return Promise.resolve();
      runningCheck ??= check().finally(() => {
        runningCheck = undefined;
      });
      return runningCheck;
    },
    /** The number of reads through `reader` so far, by the kind of server. Counted only if there are replicas. */
    counts: reader.counts,
    /** Starts to use the replicas. The announcements say which changes they must have replayed. */
    follow(source: Announcements): void {
      if (allReplicas.length === 0) return;
      announcements = source;
      getRequired = trackRequiredPosition(source, log);
    },
  };
  return {
    replicas,
    reader,
    close: () => Promise.all(allReplicas.map((replica) => replica.close())),
  };
}

interface Queryable {
  query(...parameters: unknown[]): unknown;
}

interface ReaderOptions {
  readonly primary: Queryable;
  readonly replicas: readonly Replica[];
  readonly getRequired: () => LogPosition | null;
}

/**
 * Reads from a replica if the request allows it and one has everything that the request must see. A request stays on
 * one server, or switches to the primary database for good, so that no read sees an earlier state.
 */
function createReader({ primary, replicas, getRequired }: ReaderOptions) {
  const counts = { primary: 0, replica: 0 };
  let nextIndex = 0;

  function choose(reads: ReplicaReads): Replica | undefined {
    if (reads.server === undefined) {
      nextIndex = (nextIndex + 1) % replicas.length;
      reads.server = [...replicas.slice(nextIndex), ...replicas.slice(0, nextIndex)].find((candidate) =>
        candidate.isAvailable(),
      );
    }
    const replica = replicas.find((candidate) => candidate === reads.server);
    return replica?.isAvailable() ? replica : undefined;
  }

  return {
    counts,
    async query(...parameters: unknown[]): Promise<unknown> {
      const reads = getRequestScope()?.replicaReads;
      const required = reads && getRequired();
      const replica = required ? choose(reads) : undefined;
      if (replica && required && reads) {
        try {
          const result = await replica.query(parameters, required, reads.position);
          counts.replica += 1;
          return result;
        } catch (error) {
          if (!(error instanceof ReplicaError)) throw error;
        }
      }
      if (reads) reads.server = primary;
      counts.primary += 1;
      return primary.query(...parameters);
    },
  };
}
