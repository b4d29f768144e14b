import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";

/**
 * What belongs to the request under way, wherever the code stands: its id for the log, the count of its SQL
 * statements for the bench, the database backends that work for it, so that a timeout stops them too, and what its
 * answer is made from.
 */
export interface RequestScope {
  readonly id: string;
  statements: number;
  /** Process ids of the PostgreSQL backends that this request holds at the moment. */
  readonly backends: Set<number>;
  /** Once true, no further statement is started for this request. */
  cancelled: boolean;
  readonly sources: Sources;
}

/**
 * What an answer shows, by which one that is kept is dropped: a post or member, or all that one list may show.
 * Whatever reads such rows for visitors says so with `readFrom`.
 */
export type Source =
  | "posts"
  | "comments"
  | "news"
  | "settings"
  | `post:${string}`
  | `member:${string}`
  | `username:${string}`;

/** What an answer was made from, and how long it holds even if none of that changes. */
export interface Sources {
  readonly read: Set<Source>;
  /** Milliseconds since 1970. */
  validUntil: number;
}

const storage = new AsyncLocalStorage<RequestScope>();

export function runInRequestScope<T>(id: string, run: () => T): T {
  const sources = { read: new Set<Source>(), validUntil: Number.POSITIVE_INFINITY };
  return storage.run({ id, statements: 0, backends: new Set(), cancelled: false, sources }, run);
}

/**
 * Runs what several requests wait for in a scope of its own: the end of the one that began it must not end it for the
 * others. Its statements count for who began it.
 */
export function runForAll<T>(run: () => Promise<T>): Promise<T> {
  const asker = currentRequestScope();
  return runInRequestScope(randomUUID(), async () => {
    try {
      return await run();
    } finally {
      if (asker) asker.statements += currentRequestScope()?.statements ?? 0;
    }
  });
}

export function currentRequestScope(): RequestScope | undefined {
  return storage.getStore();
}

/** Notes what the answer under way is made from. */
export function readFrom(...read: readonly Source[]): void {
  const sources = currentRequestScope()?.sources;
  if (sources) for (const source of read) sources.read.add(source);
}

/** Notes that the answer under way shows something that is another at `time` (milliseconds since 1970), whatever is written. */
export function holdsUntil(time: number): void {
  const sources = currentRequestScope()?.sources;
  if (sources && time < sources.validUntil) sources.validUntil = time;
}

/** Runs what is kept for others, and says what it was made from. */
export async function runWithSources<T>(run: () => Promise<T>): Promise<{ answer: T; sources: Sources }> {
  return runForAll(async () => {
    const answer = await run();
    return { answer, sources: (currentRequestScope() as RequestScope).sources };
  });
}

/** Notes for the answer under way what a part of it was made from. */
export function addSources({ read, validUntil }: Sources): void {
  readFrom(...read);
  holdsUntil(validUntil);
}
