import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { AuthError } from "#core/accounts/auth-errors.ts";
import { findExpectedError } from "#server/database/index.ts";
import type { Log } from "#server/platform/log.ts";
import { getRequestScope } from "#server/platform/request-scope.ts";

const API_VERSION = "2024-01-01";

/** Renders an error in the shape that the client's protocol version expects. */
export function renderAuthError(c: Context, thrown: unknown, log: Log): Response {
  const error = toAuthError(thrown);
  const requestId = getRequestScope()?.id;
  if (error.status === 500) log.error({ err: thrown, requestId }, "a request to /auth/v1 failed");

  const weakPassword = error.reasons ? { weak_password: { reasons: error.reasons } } : {};
  c.header("x-sb-error-code", error.code);
  c.header("cache-control", "no-store");
  if (isNewVersionRequested(c)) {
    c.header("x-supabase-api-version", API_VERSION);
    return c.json(
      { code: error.code, message: error.message, ...weakPassword },
      error.status as ContentfulStatusCode,
    );
  }
  return c.json(
    {
      code: error.status,
      error_code: error.code,
      msg: error.message,
      ...(error.status === 500 && requestId ? { error_id: requestId } : {}),
      ...weakPassword,
    },
    error.status as ContentfulStatusCode,
  );
}

function toAuthError(thrown: unknown): AuthError {
  if (thrown instanceof AuthError) return thrown;
  const expectedError = findExpectedError(thrown);
  if (expectedError?.code === "timeout") return new AuthError("request_timeout", { cause: thrown });
  if (expectedError?.code === "database_unavailable")
    return new AuthError("unexpected_failure", {
      status: 503,
      message: expectedError.message,
      cause: thrown,
    });
  return new AuthError("unexpected_failure", { cause: thrown });
}

function isNewVersionRequested(c: Context): boolean {
  const version = c.req.header("x-supabase-api-version") ?? "";
  return /^\d{4}-\d{2}-\d{2}$/.test(version) && !Number.isNaN(Date.parse(version)) && version >= API_VERSION;
}
