/**
 * The building blocks of main.ts: `prepareDatabase`, then either `serve` in this process or `runPrimary`, which
 * starts and replaces worker processes that each call `runWorker`. The primary handles no requests. Workers
 * share only the port, the database and the data folder.
 */
export { createLifecycle } from "./lifecycle.ts";
export { prepareDatabase } from "./prepare-database.ts";
export { repeatSettings } from "./repeat-settings.ts";
export { runPrimary } from "./run-primary.ts";
export { runWorker } from "./run-worker.ts";

export { type RunningServer, serve } from "./serve.ts";
