import { and, desc, eq, isNull } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import type { AuthDeps } from "../deps.ts";
import { listGrants } from "../oauth-server/list-grants.ts";
import { listPasskeys, presentPasskey } from "../passkeys/passkeys.ts";
import { sessions, signIns } from "../tables.ts";
import { isStepUpRequired } from "./is-step-up-required.ts";
import { presentUser } from "./present-user.ts";
import { requireViewerSession } from "./require-viewer-session.ts";

const ROWS_MAX = 1_000;

/**
 * Exports this module's data about the member, but no credentials (hashes, secrets or tokens). Throws AppError:
 * not_signed_in, step_up_required.
 */
export async function exportAccount(auth: AuthDeps, viewer: Viewer) {
  const bearer = await requireViewerSession(auth, viewer);
  if (await isStepUpRequired(auth, bearer)) throw new AppError("step_up_required");
  const { user } = bearer;
  const { db } = auth.database;
  const { identities, factors = [], ...account } = await presentUser(db, user);
  const sessionRows = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, user.id), isNull(sessions.oauthClientId)))
    .orderBy(desc(sessions.createdAt), desc(sessions.id))
    .limit(ROWS_MAX);
  const signInRows = await db
    .select()
    .from(signIns)
    .where(eq(signIns.userId, user.id))
    .orderBy(desc(signIns.at), desc(signIns.id))
    .limit(ROWS_MAX);
  return {
    account,
    identities,
    factors,
    passkeys: (await listPasskeys(db, user.id)).map((row) => ({
      ...presentPasskey(row),
      is_backed_up: row.isBackedUp,
    })),
    sessions: sessionRows.map((row) => ({
      id: row.id,
      user_agent: row.userAgent,
      ip: row.ip,
      aal: row.aal,
      amr: row.amr,
      created_at: row.createdAt.toISOString(),
      refreshed_at: row.refreshedAt?.toISOString() ?? null,
      last_seen_at: row.lastSeenAt.toISOString(),
    })),
    sign_ins: signInRows.map(({ method, provider, outcome, device, location, attempts, at }) => ({
      method,
      provider,
      outcome,
      device,
      location,
      attempts,
      at: at.toISOString(),
    })),
    apps: (await listGrants(auth, user.id)).map(({ client, scopes, grantedAt, usedAt }) => ({
      name: client.name,
      website: client.website,
      scopes,
      granted_at: grantedAt.toISOString(),
      last_used_at: usedAt.toISOString(),
    })),
  };
}
