import { AppError } from "#core/errors.ts";

/**
 * Codes of errors that occur while the server is down, restarting or out of connections. They aren't bugs, and clients
 * may retry.
 */
const UNAVAILABLE_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "57P01",
  "57P02",
  "57P03",
  "53300",
  "08000",
  "08003",
  "08006",
]);

export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: string }).code;
  if (code !== undefined && UNAVAILABLE_CODES.has(code)) return true;
  // A missing socket; other missing files have nothing to do with the database.
  if (code === "ENOENT" && (error as { syscall?: string }).syscall === "connect") return true;
  // The last alternative means that the program is stopping and no longer waits for this request.
  return /Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after calling end/.test(
    error.message,
  );
}

/**
 * Returns the AppError among the causes (Drizzle wraps errors), or creates one for an unavailable or read-only server, a
 * conflict or a canceled statement. Undefined for a bug.
 */
export function findExpectedError(error: unknown): AppError | undefined {
  for (const cause of listCauses(error)) {
    if (cause instanceof AppError) return cause;
    if (isUnavailable(cause) || hasSqlState(cause, "read_only_sql_transaction") || isConflict(cause))
      return new AppError("database_unavailable", { cause: error });
    if (hasSqlState(cause, "query_canceled")) return new AppError("timeout", { cause: error });
  }
  return undefined;
}

/** PostgreSQL's error codes by name. */
const SQL_STATES = {
  // A server that became a replica in a failover also reports this.
  read_only_sql_transaction: "25006",
  foreign_key_violation: "23503",
  unique_violation: "23505",
  serialization_failure: "40001",
  deadlock_detected: "40P01",
  lock_not_available: "55P03",
  query_canceled: "57014",
} as const;

export const hasSqlState = (error: unknown, name: keyof typeof SQL_STATES): boolean =>
  [...listCauses(error)].some((cause) => (cause as { code?: string }).code === SQL_STATES[name]);

/** Whether PostgreSQL rolled the transaction back because of concurrent ones. A retry usually succeeds. */
export const isConflict = (error: unknown): boolean =>
  hasSqlState(error, "serialization_failure") || hasSqlState(error, "deadlock_detected");

/** Returns the name of the constraint that a statement violated; undefined for any other error. */
export function findViolatedConstraint(error: unknown): string | undefined {
  for (const cause of listCauses(error)) {
    const { constraint } = cause as { constraint?: string };
    if (constraint !== undefined) return constraint;
  }
  return undefined;
}

/** Yields the error and its causes, at most five. */
function* listCauses(error: unknown): Generator<Error> {
  let cause = error;
  for (let depth = 0; cause instanceof Error && depth < 5; depth += 1) {
    yield cause;
    cause = cause.cause;
  }
}
