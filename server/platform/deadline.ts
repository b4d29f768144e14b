import { getRequestScope } from "./request-scope.ts";

export interface Deadline {
  readonly timeoutMs: number;
  /** Cancels the running statements of these database backends. */
  cancel(backends: Iterable<number>): Promise<void>;
  /** Creates the error thrown on timeout. */
  createError(): Error;
}

/**
 * Waits for `work` until the deadline. After the deadline, the current request can't start new statements, its
 * running statements are canceled and the error is thrown. A late result is discarded.
 */
export async function withDeadline<T>(work: () => Promise<T>, deadline: Deadline): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const scope = getRequestScope();
      if (scope) {
        scope.canceled = true;
        void deadline.cancel(scope.backends);
      }
      reject(deadline.createError());
    }, deadline.timeoutMs);
  });
  try {
    return await Promise.race([work(), timeout]);
  } finally {
    clearTimeout(timer);
  }
}
