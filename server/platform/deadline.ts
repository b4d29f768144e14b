import { currentRequestScope } from "./request-scope.ts";

export interface Deadline {
  readonly milliseconds: number;
  /** Ends what these database backends are doing. */
  cancel(backends: Iterable<number>): Promise<void>;
  /** What is thrown when time is up. */
  refusal(): Error;
}

/**
 * Waits for `work` until time is up. Then the request under way gets no further statement, what the database is doing
 * for it is cancelled, and the refusal is thrown; what `work` still answers is nobody's.
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
      reject(deadline.refusal());
    }, deadline.milliseconds);
  });
  try {
    return await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
  }
}
