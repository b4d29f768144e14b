import { answerOnThread } from "#server/platform/work-thread.ts";
import { analyze } from "./analyze.ts";

answerOnThread(analyze, (error) => (error instanceof Error ? (error.stack ?? error.message) : String(error)));
