import { StartError } from "#server/platform/start-error.ts";

/** Returns the usage for invalid arguments, the message of an expected error, or a bug with its stack trace. */
export function explainFailure(error: unknown, usage: string): unknown {
  const isUsage = (error as { code?: string }).code?.startsWith("ERR_PARSE_ARGS");
  return isUsage ? usage : error instanceof StartError ? error.message : error;
}
