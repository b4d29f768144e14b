import { and, eq } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import type { Tx } from "#server/database/index.ts";
import type { AuthDeps } from "../deps.ts";
import { lockKey } from "../oauth/sign-in-provider-user.ts";
import { identities, type Metadata, type UserRow, users } from "../tables.ts";
import { createIdentityAccount } from "../user/create-account.ts";
import { checkSignUp, requireAllowed } from "../user/invited-sign-up.ts";
import { createBannedError, isBanned } from "../user/is-banned.ts";
import { mergeMetadata } from "../user/metadata.ts";
import { updateUserRow } from "../user/store-user.ts";

export interface SsoUser {
  readonly provider: string;
  /** The provider's permanent ID for the user. */
  readonly subject: string;
  readonly email: string;
  readonly attributes: Metadata;
  readonly invitationId: string | null;
}

/**
 * Finds the account of an identity provider's user, or creates it on the first sign-in. Only the provider's ID counts,
 * never the email address. A password account with the same address is a separate account. Throws AuthError:
 * signup_disabled, user_banned, saml_assertion_rejected.
 */
export async function signInSsoUser(auth: AuthDeps, tx: Tx, ssoUser: SsoUser): Promise<UserRow> {
  await lockKey(tx, `${ssoUser.provider} ${ssoUser.subject}`);
  const now = auth.clock.now();
  const [existing] = await tx
    .select({ user: users, identity: identities })
    .from(identities)
    .innerJoin(users, eq(users.id, identities.userId))
    .where(and(eq(identities.provider, ssoUser.provider), eq(identities.providerId, ssoUser.subject)))
    .for("no key update");
  const identityData = {
    ...ssoUser.attributes,
    sub: ssoUser.subject,
    email: ssoUser.email,
    email_verified: true,
    phone_verified: false,
  };
  if (!existing) return createSsoUser(auth, tx, ssoUser, identityData, now);

  if (existing.user.deletedAt !== null || !existing.user.isSsoUser)
    throw new AuthError("saml_assertion_rejected");
  if (isBanned(existing.user, now)) throw createBannedError(existing.user);
  await tx
    .update(identities)
    .set({ identityData, updatedAt: now })
    .where(eq(identities.id, existing.identity.id));
  return updateUserRow(tx, existing.user.id, {
    ssoEmail: ssoUser.email,
    userMetadata: mergeMetadata(existing.user.userMetadata, removeUsername(identityData)),
    updatedAt: now,
  });
}

async function createSsoUser(
  auth: AuthDeps,
  tx: Tx,
  { provider, subject, email, invitationId }: SsoUser,
  identityData: Metadata,
  now: Date,
): Promise<UserRow> {
  const { signUpMode } = await auth.settings.read();
  if (invitationId === null || signUpMode === "closed") requireAllowed(await checkSignUp(auth, undefined));
  return createIdentityAccount(auth, tx, {
    columns: { isSsoUser: true, ssoEmail: email, emailConfirmedAt: now },
    identity: { provider, providerId: subject, identityData },
    metadata: removeUsername(identityData),
    invitation: invitationId === null ? null : { id: invitationId },
    now,
  });
}

/** Removes the username that the provider sent, because members choose their own. */
const removeUsername = ({ username: _username, ...metadata }: Metadata): Metadata => metadata;
