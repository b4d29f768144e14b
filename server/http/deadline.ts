import { createMiddleware } from "hono/factory";
import { AppError } from "#core/errors.ts";
import type { Database } from "#server/database/index.ts";
import { withDeadline } from "#server/platform/deadline.ts";
import type { HttpEnvironment } from "./context.ts";

/** Ends a request after `timeoutMs` and cancels its database statements. */
export function deadline(timeoutMs: number, { cancel }: Pick<Database, "cancel">) {
  return createMiddleware<HttpEnvironment>((_c, next) =>
    withDeadline(next, { timeoutMs, cancel, createError: () => new AppError("timeout") }),
  );
}
