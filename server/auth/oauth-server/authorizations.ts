import { randomBytes } from "node:crypto";
import { and, eq, inArray, sql } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import { isLoopbackUri } from "#core/accounts/oauth.ts";
import type { Tx } from "#server/database/index.ts";
import type { AuthDeps } from "../deps.ts";
import { createValidationError } from "../request-body.ts";
import { hashToken } from "../session/refresh-tokens.ts";
import { type SessionRow, sessions, type UserRow, users } from "../tables.ts";
import {
  type OAuthAuthorizationRow,
  type OAuthClientRow,
  oauthAuthorizations,
  oauthClients,
  oauthGrants,
} from "./tables.ts";

/** How long a member may take to sign in and respond. */
const REQUEST_SECONDS = 600;
const ID = /^[A-Za-z0-9_-]{32}$/;

export interface ConsentingMember {
  readonly user: UserRow;
  readonly session: SessionRow;
}

interface RequestWithClient {
  readonly request: OAuthAuthorizationRow;
  readonly client: OAuthClientRow;
}

/** A request that the member has to answer, or the URL to continue with if no answer is needed. */
type OpenedRequest = RequestWithClient | { readonly redirectUrl: string };

/**
 * Opens a request as the member, who from then on is the only one who can answer it. A request that needs no consent is
 * approved immediately. With prompt=none, a request that needs consent is denied immediately. Throws AuthError:
 * oauth_authorization_not_found (also if it has expired or is another member's), validation_failed (already answered),
 * session_not_found.
 */
export async function openRequest(
  auth: AuthDeps,
  member: ConsentingMember,
  id: string,
): Promise<OpenedRequest> {
  return auth.database.db.transaction(async (tx) => {
    const lockedRequest = await lockRequest(auth, tx, member, id);
    const { request, client } = lockedRequest;
    await tx
      .update(oauthAuthorizations)
      .set({ userId: member.user.id })
      .where(eq(oauthAuthorizations.id, request.id));
    if (request.prompt !== "consent" && (await isGranted(tx, member, lockedRequest)))
      return { redirectUrl: await approve(auth, tx, member, lockedRequest) };
    if (request.prompt === "none")
      return { redirectUrl: await deny(auth, tx, request, "consent_required", "The member must consent") };
    return { request, client };
  });
}

/** Approves or denies a request, and returns the client's URL to redirect to. Throws the AuthErrors of openRequest. */
export async function answerRequest(
  auth: AuthDeps,
  member: ConsentingMember,
  id: string,
  answer: "approve" | "deny",
): Promise<string> {
  return auth.database.db.transaction(async (tx) => {
    const lockedRequest = await lockRequest(auth, tx, member, id);
    // Otherwise a request that the member hasn't seen could be approved.
    if (lockedRequest.request.userId === null) throw new AuthError("oauth_authorization_not_found");
    return answer === "approve"
      ? approve(auth, tx, member, lockedRequest)
      : deny(auth, tx, lockedRequest.request, "access_denied", "User denied the request");
  });
}

/** Lets another member answer the request. Does nothing if it isn't this member's or has been answered. */
export async function releaseRequest({ database }: AuthDeps, userId: string, id: string): Promise<void> {
  if (!ID.test(id)) return;
  await database.db
    .update(oauthAuthorizations)
    .set({ userId: null })
    .where(
      and(
        eq(oauthAuthorizations.id, id),
        eq(oauthAuthorizations.userId, userId),
        eq(oauthAuthorizations.status, "pending"),
      ),
    );
}

/** Denies a visitor's request if it has prompt=none, and returns the client's URL to redirect to; otherwise null. */
export async function denySilently(auth: AuthDeps, id: string): Promise<string | null> {
  return auth.database.db.transaction(async (tx) => {
    const { request } = (await lockClientAndRequest(auth, tx, id)) ?? {};
    if (request?.prompt !== "none" || request.status !== "pending") return null;
    return deny(auth, tx, request, "login_required", "The member must sign in");
  });
}

/** Locks the rows in the order that all code uses: account, session, client, request. */
async function lockRequest(auth: AuthDeps, tx: Tx, { user, session }: ConsentingMember, id: string) {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, user.id)).for("key share");
  const [currentSession] = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.id, session.id))
    .for("key share");
  if (!currentSession) throw new AuthError("session_not_found");
  const lockedRequest = await lockClientAndRequest(auth, tx, id);
  if (!lockedRequest) throw new AuthError("oauth_authorization_not_found");
  const { request } = lockedRequest;
  if (request.userId !== null && request.userId !== user.id)
    throw new AuthError("oauth_authorization_not_found");
  if (request.status !== "pending") throw createValidationError("authorization request cannot be processed");
  return lockedRequest;
}

/** Returns null if there is no such request, it has expired, or the client no longer has its redirect URI. */
async function lockClientAndRequest(auth: AuthDeps, tx: Tx, id: string): Promise<RequestWithClient | null> {
  if (!ID.test(id)) return null;
  const clientIds = tx
    .select({ id: oauthAuthorizations.clientId })
    .from(oauthAuthorizations)
    .where(eq(oauthAuthorizations.id, id));
  const [client] = await tx
    .select()
    .from(oauthClients)
    .where(inArray(oauthClients.id, clientIds))
    .for("key share");
  const [request] = await tx
    .select()
    .from(oauthAuthorizations)
    .where(eq(oauthAuthorizations.id, id))
    .for("update");
  if (!request || !client?.redirectUris.includes(request.redirectUri)) return null;
  const ageMs = auth.clock.now().getTime() - request.createdAt.getTime();
  return ageMs < REQUEST_SECONDS * 1000 ? { request, client } : null;
}

/**
 * Whether the member has granted all of the request's scopes before. False for a public client on the member's own
 * device: another program there could receive the code, so the member is always asked (RFC 8252, 8.6).
 */
async function isGranted(tx: Tx, { user }: ConsentingMember, { request, client }: RequestWithClient) {
  if (client.authMethod === "none" && isLoopbackUri(request.redirectUri)) return false;
  const [grant] = await tx
    .select({ scopes: oauthGrants.scopes })
    .from(oauthGrants)
    .where(and(eq(oauthGrants.userId, user.id), eq(oauthGrants.clientId, client.id)));
  return grant !== undefined && request.scopes.every((scope) => grant.scopes.includes(scope));
}

/** Stores the grant and issues a code. Only the code's hash is stored. */
async function approve(
  auth: AuthDeps,
  tx: Tx,
  { user, session }: ConsentingMember,
  { request, client }: RequestWithClient,
): Promise<string> {
  const now = auth.clock.now();
  const code = randomBytes(32).toString("base64url");
  await tx
    .update(oauthAuthorizations)
    .set({
      userId: user.id,
      status: "approved",
      approvingSessionId: session.id,
      aal: session.aal,
      amr: session.amr,
      codeHash: hashToken(code),
      codeIssuedAt: now,
    })
    .where(eq(oauthAuthorizations.id, request.id));
  await tx
    .insert(oauthGrants)
    .values({
      userId: user.id,
      clientId: client.id,
      scopes: [...request.scopes].sort(),
      grantedAt: now,
      usedAt: now,
    })
    .onConflictDoUpdate({
      target: [oauthGrants.userId, oauthGrants.clientId],
      set: {
        scopes: sql`array(select distinct unnest(${oauthGrants.scopes} || excluded.scopes) order by 1)`,
        usedAt: now,
      },
    });
  return buildClientRedirect(auth, request, { code });
}

async function deny(
  auth: AuthDeps,
  tx: Tx,
  request: OAuthAuthorizationRow,
  error: string,
  description: string,
): Promise<string> {
  await tx
    .update(oauthAuthorizations)
    .set({ status: "denied" })
    .where(eq(oauthAuthorizations.id, request.id));
  return buildClientRedirect(auth, request, { error, error_description: description });
}

/** Appends the parameters as text, so that the registered URI isn't changed. `iss` names this server (RFC 9207). */
export function buildClientRedirect(
  { config }: Pick<AuthDeps, "config">,
  { redirectUri, state }: { readonly redirectUri: string; readonly state: string | null },
  responseParams: Readonly<Record<string, string>>,
): string {
  const params = new URLSearchParams({
    ...responseParams,
    ...(state === null ? {} : { state }),
    iss: `${config.publicUrl}/auth/v1`,
  });
  return `${redirectUri}${redirectUri.includes("?") ? "&" : "?"}${params}`;
}
