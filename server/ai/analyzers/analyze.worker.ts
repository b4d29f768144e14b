import { handleTasks } from "#server/platform/work-pool.ts";
import { analyze } from "./analyze.ts";

export default handleTasks(analyze, (error) =>
  error instanceof Error ? (error.stack ?? error.message) : String(error),
);
