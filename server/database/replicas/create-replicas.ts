import type pg from "pg";
import type { Log } from "#server/platform/log.ts";
import type { LogPosition } from "#server/platform/log-position.ts";
import { createReader } from "./create-reader.ts";
import { createReplica, type ReplicaStatus } from "./replica.ts";
import { trackRequiredPosition } from "./required-position.ts";

type Announcements = Parameters<typeof trackRequiredPosition>[0];

export type Replicas = ReturnType<typeof createReplicas>["replicas"];

interface ReplicasOptions {
  readonly urls: readonly string[];
  readonly log: Log;
  readonly primary: pg.Pool;
  readonly poolConfig: pg.PoolConfig;
}

/** Creates the replicas of one process, and the reader that chooses between them and the primary database. */
export function createReplicas({ urls, log, primary, poolConfig }: ReplicasOptions) {
  let announcements: Announcements | undefined;
  let getRequiredPosition: () => LogPosition | null = () => null;
  const allReplicas = urls.map((url) =>
    createReplica({ url, log, poolConfig, getRequiredPosition: () => getRequiredPosition() }),
  );
  const reader = createReader({
    primary,
    replicas: allReplicas,
    getRequiredPosition: () => getRequiredPosition(),
  });
  let isListening = true;
  let runningCheck: Promise<void> | undefined;

  async function check(): Promise<void> {
    const primaryPosition = (await announcements?.readPosition().catch(() => null)) ?? null;
    isListening = primaryPosition !== null;
    await Promise.all(allReplicas.map((replica) => replica.updateStatus(primaryPosition)));
  }

  const replicas = {
    /**
     * Results of the last check of each replica. Replicas are checked by reads, by `check` and, while they can't be
     * used, by a timer.
     */
    get statuses(): readonly ReplicaStatus[] {
      return allReplicas.map(({ status }) => status);
    },
    /** Whether this process was receiving announcements at the last `check`. Without them, no replica is used. */
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
    /** Starts to use the replicas. The announcements say which changes the replicas must have replayed. */
    follow(source: Announcements): void {
      if (allReplicas.length === 0) return;
      announcements = source;
      getRequiredPosition = trackRequiredPosition(source, log);
    },
  };
  return {
    replicas,
    reader,
    close: () => Promise.all(allReplicas.map((replica) => replica.close())),
  };
}
