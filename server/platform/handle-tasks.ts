import type { MessagePort } from "node:worker_threads";

/** In a separate file, because threads don't need the pool's packages. */
export interface Message<Task> {
  readonly task: Task;
  /** Receives a message when a thread starts the task. */
  readonly started: MessagePort;
}
export type Reply<Result, Rejection> = { readonly result: Result } | { readonly rejection: Rejection };

/** Runs on a thread: handles each task with `run`, and sends errors in the form that `describeError` returns. */
export function handleTasks<Task, Result, Rejection>(
  run: (task: Task) => Result | Promise<Result>,
  describeError: (error: unknown) => Rejection,
): (message: Message<Task>) => Promise<Reply<Result, Rejection>> {
  return async ({ task, started }) => {
    started.postMessage(null);
    try {
      return { result: await run(task) };
    } catch (error) {
      return { rejection: describeError(error) };
    }
  };
}
