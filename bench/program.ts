import { join } from "node:path";
import { type Program, startProgram } from "#server/testing/program.ts";

export const ROOT = join(import.meta.dirname, "..");

/** A request in the program's log. */
interface LoggedRequest {
  readonly requestId: string;
  readonly path: string;
  readonly status: number;
  readonly statements: number;
}

/** Starts the built program on a benchmark database. It logs every request. */
export function startMeasuredProgram(options: {
  databaseUrl: string;
  hasDemo?: boolean;
  nodeArguments?: readonly string[];
}): Promise<Program> {
  const settings = {
    DATABASE_URL: options.databaseUrl,
    DEMO: options.hasDemo ? "on" : "off",
    AUTH_RATE_LIMITS: "off",
    LOG_LEVEL: "info",
  };
  return startProgram(settings, options.nodeArguments);
}

/** Returns the requests logged so far. */
export function readRequests(program: Program): LoggedRequest[] {
  return program
    .readOutput()
    .split("\n")
    .filter((line) => line.startsWith("{") && line.includes('"msg":"request"'))
    .map((line) => JSON.parse(line) as LoggedRequest);
}
