/** This is a separate file, because threads don't need the pool's packages. */
export interface Message<Task> {
  readonly task: Task;
  /** Becomes 1 when a thread starts the task. Shared memory, because a message port takes a tenth of a millisecond. */
  readonly started: Int32Array<SharedArrayBuffer>;
}
export type Reply<Result, Rejection> = { readonly result: Result } | { readonly rejection: Rejection };

/** Runs on a thread: handles each task with `run`, and sends errors in the form that `describeError` returns. */
export function handleTasks<Task, Result, Rejection>(
  run: (task: Task) => Result | Promise<Result>,
  describeError: (error: unknown) => Rejection,
): (message: Message<Task>) => Promise<Reply<Result, Rejection>> {
  return async ({ task, started }) => {
    Atomics.store(started, 0, 1);
    Atomics.notify(started, 0);
    try {
      return { result: await run(task) };
    } catch (error) {
      return { rejection: describeError(error) };
    }
  };
}
