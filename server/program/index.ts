/** main.ts prepares the database, then serves in this process or in workers that a primary starts and replaces. */
export { formatSettings } from "./format-settings.ts";
export { createLifecycle } from "./lifecycle.ts";
export { prepareDatabase } from "./prepare-database.ts";
export { runPrimary } from "./run-primary.ts";
export { runWorker } from "./run-worker.ts";
export { type RunningServer, serve } from "./serve.ts";
