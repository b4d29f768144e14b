import type pg from "pg";
import type { Log } from "#server/platform/log.ts";
import type { LogPosition } from "#server/platform/log-position.ts";
import { createReader } from "./reader.ts";
import { createReplica, type ReplicaStatus } from "./replica.ts";
import { trackRequiredPosition } from "./required-position.ts";

type Announcements = Parameters<typeof trackRequiredPosition>[0];

export interface Replicas {
  /** Results of the last check of each replica. Replicas are checked by reads and by `check`. */
  readonly statuses: readonly ReplicaStatus[];
  /**
   * Whether this process receives announcements, as of the last `check`. If it doesn't, it uses no replica, because it
   * doesn't know what a replica must have replayed.
   */
  readonly isListening: boolean;
  /** Updates the statuses, which takes up to three seconds if a replica doesn't respond. Never rejects. */
  check(): Promise<void>;
  /** The number of reads through `reader` so far, by the kind of server. Counted only if there are replicas. */
  readonly counts: { readonly primary: number; readonly replica: number };
  /**
   * Starts to use the replicas. The announcements say which changes a replica must have replayed before it is
   * read from.
   */
  follow(announcements: Announcements): void;
}

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
  const all = urls.map((url) => createReplica({ url, log, pool, getRequired: () => getRequired() }));
  const reader = createReader({ primary, replicas: all, getRequired: () => getRequired() });
  let isListening = true;
  let checking: Promise<void> | undefined;

  async function check(): Promise<void> {
    const current = (await announcements?.readPosition().catch(() => null)) ?? null;
    isListening = current !== null;
    await Promise.all(all.map((replica) => replica.measure(current)));
  }

  const replicas: Replicas = {
    get statuses() {
      return all.map(({ status }) => status);
    },
    get isListening() {
      return isListening;
    },
    check() {
      if (all.length === 0) return Promise.resolve();
      checking ??= check().finally(() => {
        checking = undefined;
      });
      return checking;
    },
    counts: reader.counts,
    follow(followed) {
      if (all.length === 0) return;
      announcements = followed;
      getRequired = trackRequiredPosition(followed, log);
    },
  };
  return {
    replicas,
    reader,
    close: () => Promise.all(all.map((replica) => replica.close())),
  };
}
