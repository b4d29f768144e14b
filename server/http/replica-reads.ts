import type { Context, Next } from "hono";
import type { Database } from "#server/database/index.ts";
import type { Log } from "#server/platform/log.ts";
import { readLogPosition } from "#server/platform/log-position.ts";
import { getRequestScope } from "#server/platform/request-scope.ts";
import type { HttpEnvironment } from "./context.ts";

const COOKIE_NAME = "position";
/** How long a client's position is remembered. Replicas that are further behind than this aren't used anyway. */
const MAX_AGE_SECONDS = 10;
const POSITION_COOKIE = new RegExp(`(?:^|; )${COOKIE_NAME}=(\\d{1,15})(?:;|$)`);
/** A position that no replica ever reaches. */
const UNREACHABLE_POSITION = "9".repeat(15);

interface ReplicaReadsDeps {
  readonly database: Pick<Database, "pool">;
  readonly log: Log;
  readonly mayUseReplicas: (c: Context<HttpEnvironment>) => boolean;
  readonly mayHaveWritten: (c: Context<HttpEnvironment>) => boolean;
}

/**
 * Lets a client read from replicas that have everything the client wrote. A cookie stores the log position after the
 * client's last write; a forged cookie only affects its sender's own reads.
 */
export function replicaReads({ database, log, mayUseReplicas, mayHaveWritten }: ReplicaReadsDeps) {
  return async (c: Context<HttpEnvironment>, next: Next): Promise<void> => {
    const scope = getRequestScope();
    const isRead = c.req.method === "GET" || c.req.method === "HEAD";
    if (scope && isRead && mayUseReplicas(c)) {
      const [, position = "0"] = POSITION_COOKIE.exec(c.req.header("Cookie") ?? "") ?? [];
      scope.replicaReads = { position: Number(position), server: undefined };
    }
    await next();
    if (!mayHaveWritten(c)) return;
    const logPosition = await readLogPosition(database.pool).catch((error: unknown) => {
      log.warn({ error: String(error) }, "could not read the position in the database's log");
      return { position: UNREACHABLE_POSITION };
    });
    c.res.headers.append(
      "Set-Cookie",
      `${COOKIE_NAME}=${logPosition.position}; Path=/; Max-Age=${MAX_AGE_SECONDS}; HttpOnly; SameSite=Lax`,
    );
  };
}
