/** This is a separate file, because threads don't need the pool's packages. */
export interface Message<Task> {
  readonly task: Task;
  /**
   * When a thread started the task (process.hrtime); 0 before. Shared memory that is read when the time limit may be
   * over, because a message about the start takes a tenth of a millisecond.
   */
  readonly startedAt: BigInt64Array<SharedArrayBuffer>;
}
export type Reply<Result, Rejection> = { readonly result: Result } | { readonly rejection: Rejection };

/** Runs on a thread: handles each task with `run`, and sends errors in the form that `describeError` returns. */
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
