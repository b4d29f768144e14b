import { handleTasks } from "./handle-tasks.ts";

// Loading takes longer than a task may take in the tests.
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3_000);

/** Returns the task, except that "invalid" throws and "stuck" never returns. */
export default handleTasks(
  (task: string) => {
    if (task === "invalid") throw new Error("No.");
    if (task === "stuck") Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    return task;
  },
  (error) => (error as Error).message,
);
