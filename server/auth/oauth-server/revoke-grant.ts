import { and, eq } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import { isUuid } from "#server/platform/uuid.ts";
import type { AuthDeps } from "../deps.ts";
import type { AuthHandler } from "../handler.ts";
import { createValidationError } from "../request-body.ts";
import { type SessionUser, sessions } from "../tables.ts";
import { lockSessionUser } from "../user/require-viewer-session.ts";
import { oauthAuthorizations, oauthGrants } from "./tables.ts";

/**
 * Ends an app's access: its tokens, codes and open requests stop working immediately. The lock on the account waits for
 * approvals, exchanges and refreshes in progress. Throws AuthError: validation_failed, session_not_found,
 * oauth_consent_not_found; user_not_found for a token without a session.
 */
export async function revokeGrant(
  { database }: AuthDeps,
  bearer: SessionUser,
  clientId: string,
): Promise<void> {
  if (!isUuid(clientId)) throw createValidationError("invalid client_id format");
  await database.db.transaction(async (tx) => {
    const { id: userId } = (await lockSessionUser(tx, bearer, "update")).user;
    const revokedGrants = await tx
      .delete(oauthGrants)
      .where(and(eq(oauthGrants.userId, userId), eq(oauthGrants.clientId, clientId)))
      .returning({ clientId: oauthGrants.clientId });
    if (revokedGrants.length === 0) throw new AuthError("oauth_consent_not_found");
    await tx.delete(sessions).where(and(eq(sessions.userId, userId), eq(sessions.oauthClientId, clientId)));
    await tx
      .delete(oauthAuthorizations)
      .where(and(eq(oauthAuthorizations.userId, userId), eq(oauthAuthorizations.clientId, clientId)));
  });
}

export const handleRevokeGrant: AuthHandler = async (c, auth) => {
  const clientId = c.req.query("client_id");
  if (!clientId) throw createValidationError("client_id query parameter is required");
  await revokeGrant(auth, c.get("bearer"), clientId);
  return c.body(null, 204);
};
