import { desc, eq } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import type { AuthContext } from "../context.ts";
import { sessions } from "../tables.ts";
import { bearerOf } from "./own-bearer.ts";
import { presentUser } from "./present-user.ts";
import { needsProof } from "./require-recent-proof.ts";

/** A member has a few sessions; thousands would be a program's, and the newest tell enough. */
const MOST_SESSIONS = 1_000;

/**
 * What this module keeps of the member, for them to take away: account, identities, factors, sessions. Never what
 * signs anyone in: no hash, no secret, no token. Throws AppError: not_signed_in, sign_in_again.
 */
export async function exportAccount(auth: AuthContext, viewer: Viewer) {
  const bearer = await bearerOf(auth, viewer);
  if (await needsProof(auth, bearer)) throw new AppError("sign_in_again");
  const { user } = bearer;
  const { db } = auth.database;
  const { identities, factors = [], ...account } = await presentUser(db, user);
  const rows = await db
    .select()
    .from(sessions)
    .where(eq(sessions.userId, user.id))
    .orderBy(desc(sessions.createdAt), desc(sessions.id))
    .limit(MOST_SESSIONS);
  return {
    account,
    identities,
    factors,
    sessions: rows.map((row) => ({
      id: row.id,
      user_agent: row.userAgent,
      ip: row.ip,
      aal: row.aal,
      amr: row.amr,
      created_at: row.createdAt.toISOString(),
      refreshed_at: row.refreshedAt?.toISOString() ?? null,
      last_seen_at: row.lastSeenAt.toISOString(),
    })),
  };
}
