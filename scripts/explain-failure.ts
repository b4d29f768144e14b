import { StartError } from "#server/platform/start-error.ts";

/** Returns what to print: the usage for invalid arguments, an expected error's message, or else the error itself. */
export function explainFailure(error: unknown, usage: string): unknown {
  const isUsageError = (error as { code?: string }).code?.startsWith("ERR_PARSE_ARGS");
  return isUsageError ? usage : error instanceof StartError ? error.message : error;
}
