import { serveOnThread } from "./work-thread.ts";

/** Loads for longer than the tests allow for a question; answers with the question, or never when it is "stuck". */
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3_000);
serveOnThread(
  (question: string) => {
    if (question === "refused") throw new Error("No.");
    if (question === "stuck") Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    return question;
  },
  (error) => (error as Error).message,
);
