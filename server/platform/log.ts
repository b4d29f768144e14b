import { type DestinationStream, type Logger, type LoggerOptions, pino } from "pino";

export type Log = Logger;

/** Creates a log with structured lines on standard output. Fields that usually contain credentials are redacted. */
export function createLog(level: string, destination: DestinationStream = pino.destination(1)): Log {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: describeError },
    redact: {
      paths: [
        "*.password",
        "*.access_token",
        "*.refresh_token",
        "*.authorization",
        "*.cookie",
        "headers.authorization",
        "headers.cookie",
        "*.apikey",
      ],
      censor: "[redacted]",
    },
  };
  return pino(options, destination);
}

/** Removes bound values, such as password hashes or drafts, from the errors of failed statements. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { type, message, stack } = pino.stdSerializers.err(error);
  const removeValues = (text: string) => text.replace(/\nparams:[\s\S]*?(?=\n +at |\ncaused by:|$)/g, "");
  return { type, message: removeValues(message), stack: removeValues(stack) };
}
