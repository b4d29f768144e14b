import type { LogPosition } from "#server/platform/log-position.ts";
import { getRequestScope, type ReplicaReads } from "#server/platform/request-scope.ts";
import { type Replica, ReplicaError } from "./replica.ts";

interface Queryable {
  query(...parameters: unknown[]): unknown;
}

interface ReaderOptions {
  readonly primary: Queryable;
  readonly replicas: readonly Replica[];
  readonly getRequiredPosition: () => LogPosition | null;
}

/**
 * Creates a reader that uses a replica if the request allows it and a replica has everything the request must see. A
 * request stays on one server, or switches to the primary database for good, so that no read sees an earlier state.
 */
export function createReader({ primary, replicas, getRequiredPosition }: ReaderOptions) {
  const counts = { primary: 0, replica: 0 };
  let nextIndex = 0;

  function chooseReplica(reads: ReplicaReads): Replica | undefined {
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
      const requiredPosition = reads && getRequiredPosition();
      const replica = requiredPosition ? chooseReplica(reads) : undefined;
      if (replica && requiredPosition && reads) {
        try {
          const result = await replica.query(parameters, requiredPosition, reads.position);
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
