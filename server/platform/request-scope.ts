import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";

/**
 * What belongs to the request under way, wherever the code stands: its id for the log, the count of its SQL
 * statements for the bench, and the database backends that work for it, so that a timeout stops them too.
 */
export interface RequestScope {
  readonly id: string;
  statements: number;
  /** Process ids of the PostgreSQL backends that this request holds at the moment. */
  readonly backends: Set<number>;
  /** Once true, no further statement is started for this request. */
  cancelled: boolean;
}

const storage = new AsyncLocalStorage<RequestScope>();

export function runInRequestScope<T>(id: string, run: () => T): T {
  return storage.run({ id, statements: 0, backends: new Set(), cancelled: false }, run);
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
