/**
 * The parts of the composition root, main.ts: `prepareDatabase`, then `serve` in this process or `runPrimary`, which starts
 * and replaces processes that each `runWorker`. The primary answers no requests; the workers share the port, the database
 * and the data folder, and nothing else.
 */
export { createLifecycle } from "./lifecycle.ts";
export { prepareDatabase } from "./prepare-database.ts";
export { runPrimary } from "./run-primary.ts";
export { runWorker } from "./run-worker.ts";
export { type Served, serve } from "./serve.ts";
