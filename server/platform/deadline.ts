import { getRequestScope } from "./request-scope.ts";

interface Deadline {
  readonly timeoutMs: number;
  /** Cancels the running statements of these database backends. */
  cancel(backends: Iterable<number>): Promise<void>;
  createError(): Error;
}

/**
 * Limits the time of a request. After the deadline, its statements are canceled, new ones can't start, and a late
 * result is discarded.
 */
export async function withDeadline<T>(work: () => Promise<T>, deadline: Deadline): Promise<T> {
  return withTimeout(deadline.timeoutMs, work(), () => {
    const scope = getRequestScope();
    if (scope) {
      scope.canceled = true;
      void deadline.cancel(scope.backends);
    }
    return deadline.createError();
  });
}

/** Waits for `work`, or rejects with what `createError` returns after the timeout. */
export async function withTimeout<T>(timeoutMs: number, work: Promise<T>, createError: () => Error) {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(createError()), timeoutMs);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** Waits for `work`, or rejects with the signal's reason when it aborts. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener("abort", abort, { once: true });
  return Promise.race([work, aborted]).finally(() => signal.removeEventListener("abort", abort));
}
