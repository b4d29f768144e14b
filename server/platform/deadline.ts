import { currentRequestScope } from "./request-scope.ts";

export interface Deadline {
  readonly milliseconds: number;
  /** Cancels what these database backends are running. */
  cancel(backends: Iterable<number>): Promise<void>;
  /** Creates the error thrown on timeout. */
  createError(): Error;
}

/**
 * Waits for `work` until the deadline. After that the current request can't start further statements, its running
 * ones are canceled, the refusal is thrown, and a late result is discarded.
 */
export async function withDeadline<T>(work: () => Promise<T>, deadline: Deadline): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const scope = currentRequestScope();
      if (scope) {
        scope.cancelled = true;
        void deadline.cancel(scope.backends);
      }
      reject(deadline.createError());
    }, deadline.milliseconds);
  });
  try {
    return await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
  }
}
