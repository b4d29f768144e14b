import { handleTasks } from "./handle-tasks.ts";

/** Takes longer to load than a task may take in the tests. Returns the task, except that "stuck" never returns. */
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3_000);
export default handleTasks(
  (task: string) => {
    if (task === "invalid") throw new Error("No.");
    if (task === "stuck") Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    return task;
  },
  (error) => (error as Error).message,
);
