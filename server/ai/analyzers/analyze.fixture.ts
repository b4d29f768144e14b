import { handleTasks } from "#server/platform/work-pool.ts";
import type { AnalyzerQuestion } from "./analyze.ts";

/** Echoes its input, and fails on request. */
export default handleTasks(
  ({ input }: AnalyzerQuestion) => {
    if (input === "hang") for (;;);
    if (input === "eat") for (const eaten = []; ; ) eaten.push(new Array(1e6).fill(Math.random()));
    if (input === "exit") process.exit(1);
    if (input === "fail") throw new Error("no");
    return { markdown: input };
  },
  (error) => (error as Error).message,
);
