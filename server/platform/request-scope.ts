import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";

/** Per-request state. */
export interface RequestScope {
  readonly id: string;
  /** How many SQL statements have been started so far. */
  statements: number;
  /** Process IDs of the PostgreSQL backends in use by this request. */
  readonly backends: Set<number>;
  /** Once true, no more statements are started for this request. */
  canceled: boolean;
  readonly sources: Sources;
  /** Set if this request may read from replicas (server/database/replicas). */
  replicaReads: ReplicaReads | null;
}

export interface ReplicaReads {
  /** The log position that replicas must have reached, so that the client sees its own changes. */
  readonly position: number;
  /** The server that this request has read from, so that a later statement doesn't see an earlier state. */
  server: unknown;
}

/** Data that a response depends on. Code that reads it for visitors must record the source. */
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

/** Runs a request with a new scope. `id` is the request's ID in the log. */
export function runInRequestScope<T>(id: string, run: () => T): T {
  const sources = { read: new Set<Source>(), validUntil: Number.POSITIVE_INFINITY };
  const backends = new Set<number>();
  return storage.run({ id, statements: 0, backends, canceled: false, sources, replicaReads: null }, run);
}

/** Runs shared work in its own scope, so that canceling the request that started it doesn't cancel it for others. */
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

/** Records data that the current response depends on. */
export function dependOn(...read: readonly Source[]): void {
  const sources = getRequestScope()?.sources;
  if (sources) for (const source of read) sources.read.add(source);
}

/** Records that the current response expires at `time` (milliseconds since 1970) even if nothing changes. */
export function expireAt(time: number): void {
  const sources = getRequestScope()?.sources;
  if (sources && time < sources.validUntil) sources.validUntil = time;
}

/** Runs work and returns its result together with what the result depends on, so that both can be cached. */
export async function collectSources<T>(run: () => Promise<T>): Promise<{ result: T; sources: Sources }> {
  return runShared(async () => {
    const result = await run();
    return { result, sources: (getRequestScope() as RequestScope).sources };
  });
}

/** Adds the dependencies of a cached result to those of the current response. */
export function mergeSources({ read, validUntil }: Sources): void {
  dependOn(...read);
  expireAt(validUntil);
}
