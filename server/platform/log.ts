import { type Logger, pino } from "pino";

export type Log = Logger;

/** Structured lines on standard output. Anything that could sign somebody in is left out, whatever logs it. */
export function createLog(level: string): Log {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
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
  });
}
