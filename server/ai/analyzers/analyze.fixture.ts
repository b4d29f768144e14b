import { handleTasks } from "#server/platform/handle-tasks.ts";
import type { AnalyzerQuestion } from "./analyze.ts";

/** Echoes its input, or fails in the way that the input specifies. */
export default handleTasks(
  ({ input }: AnalyzerQuestion) => {
    if (input === "hang") for (;;);
    if (input === "allocate") for (const chunks = []; ; ) chunks.push(new Array(1e6).fill(Math.random()));
    if (input === "exit") process.exit(1);
    if (input === "fail") throw new Error("no");
    return { markdown: input };
  },
  (error) => (error as Error).message,
);
