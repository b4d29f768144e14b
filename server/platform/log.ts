import { type DestinationStream, type Logger, type LoggerOptions, pino } from "pino";

export type Log = Logger;

/** Structured lines on standard output. Anything that could sign somebody in is left out, whatever logs it. */
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

/**
 * An error as it is written down. A failed statement's carries the values it was run with, in its fields and at the
 * end of its words (drizzle's "params: …"), which may be a password's hash or a draft: the statement says enough.
 */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { type, message, stack } = pino.stdSerializers.err(error);
  const cut = (text: string) => text.replace(/\nparams:[\s\S]*?(?=\n\s+at |\ncaused by:|$)/g, "");
  return { type, message: cut(message), stack: cut(stack) };
}
