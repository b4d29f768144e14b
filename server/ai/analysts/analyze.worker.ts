import { serveOnThread } from "#server/platform/work-thread.ts";
import { analyze } from "./analyze.ts";

serveOnThread(analyze, (error) => (error instanceof Error ? (error.stack ?? error.message) : String(error)));
