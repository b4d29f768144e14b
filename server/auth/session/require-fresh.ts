import { sql } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { FRESH_MINUTES } from "#core/accounts/proof.ts";
import { AppError } from "#core/errors.ts";
import type { AuthContext } from "../context.ts";
import { FACTOR_METHODS } from "../factor/factors.ts";
import type { AmrEntry } from "../tables.ts";

/**
 * Asks that the member showed who they are a short while ago, by the session's own record: by the second factor where
 * one is enrolled, else by whatever opened the session. One statement. Throws AppError: not_signed_in, sign_in_again.
 */
export async function requireFresh({ database, clock }: AuthContext, viewer: Viewer): Promise<void> {
  if (!viewer) throw new AppError("not_signed_in");
  const { rows } = await database.db.execute<{ amr: AmrEntry[]; has_factor: boolean }>(sql`
    select s.amr, exists (
      select from auth.mfa_factors f
      where f.user_id = s.user_id and f.status = 'verified' and f.factor_type = 'totp') as has_factor
    from auth.sessions s where s.id = ${viewer.sessionId} and s.user_id = ${viewer.id}`);
  const [session] = rows;
  if (!session) throw new AppError("not_signed_in");
  const since = clock.now().getTime() / 1000 - FRESH_MINUTES * 60;
  const methods: readonly string[] = Object.values(FACTOR_METHODS);
  const isProved = session.amr.some(
    ({ method, timestamp }) => timestamp >= since && (!session.has_factor || methods.includes(method)),
  );
  if (!isProved) throw new AppError("sign_in_again");
}
