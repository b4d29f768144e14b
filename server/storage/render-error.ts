import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { STORAGE_ERRORS, StorageError } from "#core/storage/storage-errors.ts";
import { findExpectedError } from "#server/database/index.ts";
import type { Log } from "#server/platform/log.ts";
import { getRequestScope } from "#server/platform/request-scope.ts";

/** Renders an error as the protocol does, and logs unexpected ones. */
export function renderStorageError(c: Context, thrown: unknown, log: Log): Response {
  const error = toStorageError(thrown);
  if (error.code === "InternalError") {
    log.error({ err: thrown, requestId: getRequestScope()?.id }, "a call to /storage/v1 failed");
  }
  c.header("Cache-Control", "no-store");
  return c.json(buildErrorBody(error), error.httpStatus as ContentfulStatusCode);
}

export function buildErrorBody(error: StorageError) {
  return {
    statusCode: String(error.status),
    error: STORAGE_ERRORS[error.code].error,
    code: error.code,
    message: error.message,
  };
}

function toStorageError(thrown: unknown): StorageError {
  if (thrown instanceof StorageError) return thrown;
  const expected = findExpectedError(thrown);
  if (expected?.code === "timeout") return new StorageError("RequestTimeout", { cause: thrown });
  if (expected) return new StorageError("DatabaseUnavailable", { cause: thrown });
  return new StorageError("InternalError", { cause: thrown });
}
