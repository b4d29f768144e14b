import { createHash } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type { Tx } from "#server/database/index.ts";
import { isSameSecret } from "#server/platform/is-same-secret.ts";
import type { AuthDeps, ClientInfo } from "../deps.ts";
import { OAuthError } from "../oauth-error.ts";
import { hashToken, issueRefreshToken } from "../session/refresh-tokens.ts";
import { sessions, users } from "../tables.ts";
import { isBanned } from "../user/is-banned.ts";
import { type OAuthClientRow, oauthAuthorizations, oauthClients, oauthGrants } from "./tables.ts";
import { readUserClaims } from "./user-claims.ts";

const CODE_SECONDS = 60;

interface CodeInput {
  readonly code: string | undefined;
  readonly redirectUri: string | undefined;
  readonly verifier: string | undefined;
}

/**
 * Exchanges a code for the client's own session. The code works once: if the client presents it again, the session
 * ends, because someone else may have the code. Wrong attempts don't consume it, so that no one else can use it up.
 * Throws OAuthError: invalid_request, invalid_grant.
 */
export async function exchangeCode(
  auth: AuthDeps,
  client: OAuthClientRow,
  { code, redirectUri, verifier }: CodeInput,
  info: ClientInfo,
) {
  if (!code) throw new OAuthError("invalid_request", "code is required");
  // Returns a refusal instead of throwing it, because the end of the session must be committed.
  const outcome = await auth.database.db.transaction(async (tx) => {
    const lockedRequest = await lockRequest(tx, client, code);
    if (!lockedRequest) return "Unknown code";
    const { request, user } = lockedRequest;
    if (redirectUri !== undefined && redirectUri !== request.redirectUri)
      return "redirect_uri differs from the one in the authorization request";
    if (!isCorrectVerifier(verifier, request.codeChallenge)) return "PKCE verification failed";
    const now = auth.clock.now();
    if (request.exchangedAt !== null) {
      if (request.sessionId !== null) await tx.delete(sessions).where(eq(sessions.id, request.sessionId));
      return "The code was already used";
    }
    if (now.getTime() - (request.codeIssuedAt?.getTime() ?? 0) >= CODE_SECONDS * 1000)
      return "The code has expired";
    if (request.approvingSessionId === null) return "The member has signed out";
    if (user.deletedAt !== null || isBanned(user, now)) return "The account is not available";
    const usedGrants = await tx
      .update(oauthGrants)
      .set({ usedAt: now })
      .where(and(eq(oauthGrants.userId, user.id), eq(oauthGrants.clientId, client.id)))
      .returning({ clientId: oauthGrants.clientId });
    if (usedGrants.length === 0) return "Access was revoked";

    const { scopes, aal, amr, nonce } = request;
    const [session] = await tx
      .insert(sessions)
      .values({
        userId: user.id,
        aal: aal ?? "aal1",
        amr: amr ?? [],
        ip: info.ip,
        createdAt: now,
        lastSeenAt: now,
        oauthClientId: client.id,
        oauthScopes: scopes,
      })
      .returning();
    if (!session) throw new Error("a session could not be stored");
    await tx
      .update(oauthAuthorizations)
      .set({ exchangedAt: now, sessionId: session.id })
      .where(eq(oauthAuthorizations.id, request.id));
    const { token, expiresIn } = await auth.tokens.signAccessToken(user, session);
    return {
      access_token: token,
      token_type: "bearer",
      expires_in: expiresIn,
      scope: scopes.join(" "),
      ...(client.grantTypes.includes("refresh_token")
        ? { refresh_token: await issueRefreshToken(auth, tx, session, null) }
        : {}),
      ...(scopes.includes("openid")
        ? {
            id_token: await auth.tokens.signIdToken({
              ...(await readUserClaims(auth, tx, user, scopes)),
              azp: client.id,
              auth_time: Math.max(...session.amr.map(({ timestamp }) => timestamp)),
              amr: session.amr.map(({ method }) => method),
              ...(nonce === null ? {} : { nonce }),
            }),
          }
        : {}),
    };
  });
  if (typeof outcome === "string") throw new OAuthError("invalid_grant", outcome);
  return outcome;
}

/** Locks the account, the client and the request, in this order. Returns undefined if the code isn't this client's. */
async function lockRequest(tx: Tx, client: OAuthClientRow, code: string) {
  const matchesCode = and(
    eq(oauthAuthorizations.codeHash, hashToken(code)),
    eq(oauthAuthorizations.clientId, client.id),
  );
  const [unlockedRequest] = await tx
    .select({ userId: oauthAuthorizations.userId })
    .from(oauthAuthorizations)
    .where(matchesCode);
  if (!unlockedRequest?.userId) return undefined;
  const [user] = await tx.select().from(users).where(eq(users.id, unlockedRequest.userId)).for("key share");
  await tx
    .select({ id: oauthClients.id })
    .from(oauthClients)
    .where(eq(oauthClients.id, client.id))
    .for("key share");
  const [request] = await tx.select().from(oauthAuthorizations).where(matchesCode).for("update");
  return user && request ? { request, user } : undefined;
}

function isCorrectVerifier(verifier: string | undefined, challenge: string): boolean {
  if (verifier === undefined || !/^[A-Za-z0-9._~-]{43,128}$/.test(verifier)) return false;
  return isSameSecret(createHash("sha256").update(verifier).digest(), Buffer.from(challenge, "base64url"));
}
