import { and, eq, sql } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import type { OAuthScope } from "#core/accounts/oauth.ts";
import { isUuid } from "#server/platform/uuid.ts";
import type { AuthDeps } from "../deps.ts";
import type { AuthHandler } from "../handler.ts";
import { createValidationError } from "../request-body.ts";
import { sessions, users } from "../tables.ts";
import { presentClientToMember } from "./authorizations-http.ts";
import { oauthAuthorizations, oauthClients, oauthGrants } from "./tables.ts";

const GRANTS_MAX = 200;

export async function listGrants({ database }: AuthDeps, userId: string) {
  const lastUse = sql<Date>`greatest(${oauthGrants.usedAt}, (
    select max(greatest(s.refreshed_at, s.last_seen_at)) from auth.sessions s
    where s.user_id = ${oauthGrants.userId} and s.oauth_client_id = ${oauthGrants.clientId}))`.mapWith(
    oauthGrants.usedAt,
  );
  return database.db
    .select({
      client: oauthClients,
      scopes: oauthGrants.scopes,
      grantedAt: oauthGrants.grantedAt,
      usedAt: lastUse.as("last_use"),
    })
    .from(oauthGrants)
    .innerJoin(oauthClients, eq(oauthClients.id, oauthGrants.clientId))
    .where(eq(oauthGrants.userId, userId))
    .orderBy(sql`last_use desc`, oauthClients.id)
    .limit(GRANTS_MAX);
}

/**
 * Ends an app's access: its tokens, codes and open requests stop working immediately. The lock on the account waits for
 * approvals, exchanges and refreshes in progress. Throws AuthError: validation_failed, oauth_consent_not_found.
 */
export async function revokeGrant({ database }: AuthDeps, userId: string, clientId: string): Promise<void> {
  if (!isUuid(clientId)) throw createValidationError("invalid client_id format");
  await database.db.transaction(async (tx) => {
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("update");
    const revoked = await tx
      .delete(oauthGrants)
      .where(and(eq(oauthGrants.userId, userId), eq(oauthGrants.clientId, clientId)))
      .returning({ clientId: oauthGrants.clientId });
    if (revoked.length === 0) throw new AuthError("oauth_consent_not_found");
    await tx.delete(sessions).where(and(eq(sessions.userId, userId), eq(sessions.oauthClientId, clientId)));
    await tx
      .delete(oauthAuthorizations)
      .where(and(eq(oauthAuthorizations.userId, userId), eq(oauthAuthorizations.clientId, clientId)));
  });
}

export const handleListGrants: AuthHandler = async (c, auth) => {
  const grants = await listGrants(auth, c.get("bearer").user.id);
  return c.json(
    grants.map(({ client, scopes, grantedAt }) => ({
      client: presentClientToMember(client),
      scopes: scopes satisfies OAuthScope[],
      granted_at: grantedAt.toISOString(),
    })),
  );
};

export const handleRevokeGrant: AuthHandler = async (c, auth) => {
  const clientId = c.req.query("client_id");
  if (!clientId) throw createValidationError("client_id query parameter is required");
  await revokeGrant(auth, c.get("bearer").user.id, clientId);
  return c.body(null, 204);
};
