import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";

/**
 * Per-request state: its id for the log, its SQL statement count for the benchmarks, the database backends working
 * for it (so that a timeout can cancel them), and the sources of its response.
 */
export interface RequestScope {
  readonly id: string;
  statements: number;
  /** Process ids of the PostgreSQL backends in use by this request. */
  readonly backends: Set<number>;
  /** Once true, no more statements are started for this request. */
  canceled: boolean;
  readonly sources: Sources;
  /** Set if this request may read from replicas (server/database/replicas). */
  replicaReads: ReplicaReads | null;
}

/** A request's requirements for the replicas that it reads from. */
export interface ReplicaReads {
  /**
   * The position in the primary database's log that replicas must have reached, because the client has written
   * up to there.
   */
  readonly position: number;
  /**
   * The server that the request reads from, so that a later statement doesn't see an earlier state. Undefined before
   * its first read.
   */
  server: unknown;
}

/**
 * What a response depends on, for cache invalidation: single posts and members, or everything a list may show.
 * Code that reads such rows for visitors must record this.
 */
export type Source =
  | "posts"
  | "comments"
  | "news"
  | "settings"
  | `post:${string}`
  | `member:${string}`
  | `username:${string}`;

/** A response's dependencies, and when it expires even if none of them changes. */
export interface Sources {
  readonly read: Set<Source>;
  /** Milliseconds since 1970. */
  validUntil: number;
}

const storage = new AsyncLocalStorage<RequestScope>();

export function runInRequestScope<T>(id: string, run: () => T): T {
  const sources = { read: new Set<Source>(), validUntil: Number.POSITIVE_INFINITY };
  const scope = {
    id,
    statements: 0,
    backends: new Set<number>(),
    canceled: false,
    sources,
    replicaReads: null,
  };
  return storage.run(scope, run);
}

/**
 * Runs shared work in its own scope, so that canceling the request that started it doesn't cancel it for the
 * other requests. Its statements count toward that request.
 */
export function runShared<T>(run: () => Promise<T>): Promise<T> {
  const parent = getRequestScope();
  return runInRequestScope(randomUUID(), async () => {
    const scope = getRequestScope() as RequestScope;
    if (parent?.replicaReads) scope.replicaReads = { ...parent.replicaReads };
    try {
      return await run();
    } finally {
      if (parent) parent.statements += scope.statements;
    }
  });
}

export function getRequestScope(): RequestScope | undefined {
  return storage.getStore();
}

/** Records what the current response depends on. */
export function dependOn(...read: readonly Source[]): void {
  const sources = getRequestScope()?.sources;
  if (sources) for (const source of read) sources.read.add(source);
}

/** Records that the current response expires at `time` (milliseconds since 1970) even if nothing changes. */
export function expireAt(time: number): void {
  const sources = getRequestScope()?.sources;
  if (sources && time < sources.validUntil) sources.validUntil = time;
}

/** Runs work whose result will be cached, and returns what it depends on. */
export async function collectSources<T>(run: () => Promise<T>): Promise<{ result: T; sources: Sources }> {
  return runShared(async () => {
    const result = await run();
    return { result, sources: (getRequestScope() as RequestScope).sources };
  });
}

/** Adds the dependencies of one part of the page to the current response. */
export function mergeSources({ read, validUntil }: Sources): void {
  dependOn(...read);
  expireAt(validUntil);
}
