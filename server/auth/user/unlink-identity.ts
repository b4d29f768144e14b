import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import type { Tx } from "#server/database/index.ts";
import { isUuid } from "#server/platform/uuid.ts";
import { deleteTokens } from "../codes/one-time-tokens.ts";
import type { AuthDeps } from "../deps.ts";
import type { AuthHandler } from "../handler.ts";
import { isLinkingEnabled } from "../oauth/find-provider.ts";
import { createValidationError } from "../request-body.ts";
import { type IdentityRow, identities, type SessionUser, sessions, signIns } from "../tables.ts";
import { isWalletEnabled, WEB3 } from "../web3/wallet-identity.ts";
import { isOtherSession, requireCredentialChangeAllowed } from "./authorize-credential-change.ts";
import { notifyOwner, runWithMessages } from "./notify-owner.ts";
import { requireStepUp } from "./require-step-up.ts";
import { lockSessionUser } from "./require-viewer-session.ts";
import { NO_PENDING_CHANGE, updateUserRow } from "./store-user.ts";

/**
 * Removes an identity from the user's account if another usable one remains. If the removed one is a provider's or
 * a wallet's, ends the other sessions that were started with it. Throws AuthError: manual_linking_disabled,
 * validation_failed, identity_not_found, single_identity_not_deletable, user_sso_managed, insufficient_aal,
 * reauthentication_needed, session_not_found, user_not_found.
 */
export async function unlinkIdentity(
  auth: AuthDeps,
  { user, session }: SessionUser,
  identityId: string | undefined,
): Promise<void> {
  if (!(await isLinkingEnabled(auth))) throw new AuthError("manual_linking_disabled");
  if (!isUuid(identityId)) throw createValidationError("identity_id must be a UUID", 404);
  // Like a new email address, this changes who can sign in.
  await requireCredentialChangeAllowed(
    auth,
    { user, session },
    { email: user.email ?? user.phone ?? user.id },
  );
  await requireStepUp(auth, { user, session });

  const canSignIn = await createSignInCheck(auth);
  await runWithMessages(auth, async (tx) => {
    const { user: currentUser } = await lockSessionUser(tx, { user, session });
    const ownIdentities = await tx
      .select()
      .from(identities)
      .where(eq(identities.userId, user.id))
      .orderBy(asc(identities.createdAt), asc(identities.id));
    const removedIdentity = ownIdentities.find(({ id }) => id === identityId);
    if (!removedIdentity) throw new AuthError("identity_not_found");
    const remainingIdentities = ownIdentities.filter(({ id }) => id !== identityId);
    if (!remainingIdentities.some(canSignIn)) throw new AuthError("single_identity_not_deletable");
    await tx.delete(identities).where(eq(identities.id, removedIdentity.id));
    await deleteTokens(tx, user.id);
    await endSessionsStartedWith(tx, removedIdentity, session?.id);
    await notifyOwner(auth, tx, currentUser, { kind: "identity_removed" });
    const providers = [...new Set(remainingIdentities.map(({ provider }) => provider))];
    const { email, phone } = NO_PENDING_CHANGE;
    await updateUserRow(tx, user.id, {
      ...(removedIdentity.provider === "email" ? { email: null, emailConfirmedAt: null, ...email } : {}),
      ...(removedIdentity.provider === "phone" ? { phone: null, phoneConfirmedAt: null, ...phone } : {}),
      appMetadata: { ...currentUser.appMetadata, provider: providers[0], providers },
      updatedAt: auth.clock.now(),
    });
  });
}

/**
 * Ends the other sessions that were started with the removed identity's provider, because someone else may control that
 * identity. After a wallet is removed, ends the sessions that were started with any wallet, because sign-ins don't
 * record which one. Also ends sessions for which no provider was recorded. Apps' sessions end when the member revokes
 * access.
 */
async function endSessionsStartedWith(
  tx: Tx,
  { userId, provider }: IdentityRow,
  currentSessionId: string | undefined,
): Promise<void> {
  if (provider === "email" || provider === "phone") return;
  const method = provider === WEB3 ? WEB3 : "oauth";
  const isFromIdentity = sql`coalesce((
    select ${signIns.method} = ${method} and coalesce(${signIns.provider}, ${provider}) = ${provider}
    from ${signIns} where ${signIns.sessionId} = ${sessions.id} limit 1), true)`;
  await tx
    .delete(sessions)
    .where(
      and(
        isOtherSession(userId, currentSessionId),
        isNull(sessions.oauthClientId),
        sql`${sessions.amr} @> ${JSON.stringify([{ method }])}::jsonb`,
        isFromIdentity,
      ),
    );
}

/** Returns a function that checks whether the site still offers sign-in with an identity. */
export async function createSignInCheck({ config, providers }: AuthDeps) {
  const enabledProviders = await providers.list();
  return (identity: Pick<IdentityRow, "provider" | "identityData">): boolean => {
    const { provider } = identity;
    if (provider === "email") return config.auth.email;
    if (provider === "phone") return config.auth.phone;
    if (provider === WEB3) return isWalletEnabled({ config }, identity);
    return enabledProviders.some(({ id }) => id === provider);
  };
}

export const handleUnlinkIdentity: AuthHandler = async (c, auth) => {
  await unlinkIdentity(auth, c.get("bearer"), c.req.param("identityId"));
  return c.json({});
};
