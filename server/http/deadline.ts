import { createMiddleware } from "hono/factory";
import { AppError } from "#core/errors.ts";
import type { Database } from "#server/database/index.ts";
import { currentRequestScope } from "#server/platform/request-scope.ts";
import type { HttpEnvironment } from "./context.ts";

/** Ends a request that takes longer than `milliseconds`, and what the database is doing for it. */
export function deadline(milliseconds: number, database: Pick<Database, "cancel">) {
  return createMiddleware<HttpEnvironment>(async (_c, next) => {
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        const scope = currentRequestScope();
        if (scope) {
          scope.cancelled = true;
          void database.cancel(scope.backends);
        }
        reject(new AppError("timeout"));
      }, milliseconds);
    });
    try {
      await Promise.race([next(), tooLate]);
    } finally {
      clearTimeout(timer);
    }
  });
}
