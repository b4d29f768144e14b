import { and, eq, sql } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import type { Viewer } from "#core/accounts/member.ts";
import type { AppGrant, AppRequest, OAuthScope } from "#core/accounts/oauth.ts";
import { AppError } from "#core/errors.ts";
import { isUuid } from "#server/platform/uuid.ts";
import type { AuthDeps } from "../deps.ts";
import type { AuthHandler } from "../handler.ts";
import { createValidationError } from "../request-body.ts";
import { sessions, users } from "../tables.ts";
import { getOwnBearer } from "../user/get-own-bearer.ts";
import { answerRequest, openRequest, refuseSilently, releaseRequest } from "./authorizations.ts";
import { presentClientToMember } from "./authorizations-http.ts";
import { oauthAuthorizations, oauthClients, oauthGrants } from "./tables.ts";

/** Returns the URL that refuses a request with prompt=none; null for all other requests. */
export const refuseRequestSilently = (auth: AuthDeps, id: string): Promise<string | null> =>
  auth.config.auth.oauthServer ? refuseSilently(auth, id) : Promise.resolve(null);

/** The operations of the consent and settings pages. Throws AppError: not_signed_in, app_request_not_found. */
export function createMemberApps(auth: AuthDeps) {
  const runAsMember = async <T>(
    viewer: Viewer,
    run: (member: Awaited<ReturnType<typeof getOwnBearer>>) => Promise<T>,
  ): Promise<T> => {
    const member = await getOwnBearer(auth, viewer);
    if (!auth.config.auth.oauthServer) throw new AppError("app_request_not_found");
    try {
      return await run(member);
    } catch (error) {
      if (error instanceof AuthError) throw new AppError("app_request_not_found", { cause: error });
      throw error;
    }
  };
  return {
    isOffered: auth.config.auth.oauthServer,
    /** Returns what the member is asked, or the URL to continue with if no answer is needed. */
    openRequest: (viewer: Viewer, id: string) =>
      runAsMember(viewer, async (member): Promise<AppRequest | { readonly redirectUrl: string }> => {
        const opened = await openRequest(auth, member, id);
        if ("redirectUrl" in opened) return opened;
        const { request, client } = opened;
        return {
          id: client.id,
          name: client.name,
          website: client.website,
          scopes: request.scopes,
          redirectHost: new URL(request.redirectUri).host,
          isSelfRegistered: client.registration === "dynamic",
        };
      }),
    /** Returns the app's URL to redirect to. */
    answerRequest: (viewer: Viewer, id: string, answer: "approve" | "deny") =>
      runAsMember(viewer, (member) => answerRequest(auth, member, id, answer)),
    /** Lets another account answer the request, after the member signs out. */
    async releaseRequest(viewer: Viewer, id: string) {
      if (!viewer) throw new AppError("not_signed_in");
      await releaseRequest(auth, viewer.id, id);
    },
    async listGrants(viewer: Viewer): Promise<AppGrant[]> {
      const { user } = await getOwnBearer(auth, viewer);
      const grants = await listGrants(auth, user.id);
      return grants.map(({ client, scopes, grantedAt, usedAt }) => ({
        id: client.id,
        name: client.name,
        website: client.website,
        scopes,
        grantedAt: grantedAt.toISOString(),
        usedAt: usedAt.toISOString(),
      }));
    },
    async revokeGrant(viewer: Viewer, clientId: string) {
      const { user } = await getOwnBearer(auth, viewer);
      try {
        await revokeGrant(auth, user.id, clientId);
      } catch (error) {
        if (!(error instanceof AuthError)) throw error;
        if (error.code !== "oauth_consent_not_found") throw new AppError("invalid_input", { cause: error });
      }
    },
  };
}

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
async function revokeGrant({ database }: AuthDeps, userId: string, clientId: string): Promise<void> {
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
