import { eq, sql } from "drizzle-orm";
import type { OAuthScope } from "#core/accounts/oauth.ts";
import type { AuthDeps } from "../deps.ts";
import type { AuthHandler } from "../handler.ts";
import { presentClientToMember } from "./authorizations-http.ts";
import { oauthClients, oauthGrants } from "./tables.ts";

const GRANTS_MAX = 200;

/** Lists the apps that a member has authorized, most recently used first. */
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
