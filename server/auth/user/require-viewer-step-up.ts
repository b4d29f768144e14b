import { sql } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import type { AuthDeps } from "../deps.ts";
import type { AmrEntry } from "../tables.ts";
import { isSteppedUp } from "./is-step-up-required.ts";

/**
 * Requires a sign-in or step-up within the last few minutes, with a factor if two-factor authentication is on. Throws
 * AppError: not_signed_in, step_up_required.
 */
export async function requireViewerStepUp(auth: AuthDeps, viewer: Viewer): Promise<void> {
  if (!viewer) throw new AppError("not_signed_in");
  const { rows } = await auth.database.db.execute<{ amr: AmrEntry[]; has_factor: boolean }>(sql`
    select s.amr, exists (
      select from auth.mfa_factors f
      where f.user_id = s.user_id and f.status = 'verified' and f.factor_type <> 'recovery_code') as has_factor
    from auth.sessions s where s.id = ${viewer.sessionId} and s.user_id = ${viewer.id}`);
  const [session] = rows;
  if (!session) throw new AppError("not_signed_in");
  if (!isSteppedUp(auth, session.amr, session.has_factor)) throw new AppError("step_up_required");
}
