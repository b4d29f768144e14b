/** What the pool sends to a thread. This file is separate from the pool, because threads don't need its packages. */
export interface Message<Task> {
  readonly task: Task;
  /**
   * When a thread started the task (process.hrtime), or 0 if none has. The pool reads this when the time limit may
   * have passed. It is in shared memory, because a message about each start would take a tenth of a millisecond.
   */
  readonly startedAt: BigInt64Array<SharedArrayBuffer>;
}
export type Reply<Result, Rejection> = { readonly result: Result } | { readonly rejection: Rejection };

/**
 * Creates a thread's handler, which runs each task with `run` and replies to errors with what `describeError` returns.
 */
export function handleTasks<Task, Result, Rejection>(
  run: (task: Task) => Result | Promise<Result>,
  describeError: (error: unknown) => Rejection,
): (message: Message<Task>) => Promise<Reply<Result, Rejection>> {
  return async ({ task, startedAt }) => {
    Atomics.store(startedAt, 0, process.hrtime.bigint());
    try {
      return { result: await run(task) };
    } catch (error) {
      return { rejection: describeError(error) };
    }
  };
}
