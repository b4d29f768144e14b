import { eq } from "drizzle-orm";
import { STEP_UP_MINUTES } from "#core/accounts/proof.ts";
import type { AuthDeps } from "../deps.ts";
import { passkeys } from "../passkeys/tables.ts";
import { type AmrEntry, identities, type SessionUser, type UserRow } from "../tables.ts";
import { AAL2_METHODS, hasVerifiedFactor } from "../two-factor/factors.ts";
import { isWalletEnabled } from "../web3/wallet-identity.ts";

/**
 * Whether the session used an authentication method recently. If the account has a factor, only methods that give aal2
 * count.
 */
export function isSteppedUp(
  { clock }: Pick<AuthDeps, "clock">,
  amr: readonly AmrEntry[],
  hasFactor: boolean,
) {
  const earliest = clock.now().getTime() / 1000 - STEP_UP_MINUTES * 60;
  return amr.some(
    ({ method, timestamp }) => timestamp >= earliest && (!hasFactor || AAL2_METHODS.has(method)),
  );
}

/**
 * Whether the user must prove their identity before a sensitive action. False for guests who can't, because they have
 * no password, email address, phone number or other way to sign in.
 */
export async function isStepUpRequired(auth: AuthDeps, { user, session }: SessionUser): Promise<boolean> {
  const hasFactor = await hasVerifiedFactor(auth.database.db, user.id);
  if (session !== null && isSteppedUp(auth, session.amr, hasFactor)) return false;
  if (hasFactor || user.encryptedPassword !== null || canReceiveCodes(user)) return true;
  return canSignInWithoutAddress(auth, user.id);
}

/** Whether the user can sign in with a passkey, a provider or a wallet. */
export async function canSignInWithoutAddress(auth: AuthDeps, userId: string): Promise<boolean> {
  const passkeyCount = auth.config.auth.passkeys
    ? await auth.database.db.$count(passkeys, eq(passkeys.userId, userId))
    : 0;
  return passkeyCount > 0 || hasEnabledIdentity(auth, userId);
}

async function hasEnabledIdentity(
  { database, providers, config }: AuthDeps,
  userId: string,
): Promise<boolean> {
  const ownIdentities = await database.db
    .select({ provider: identities.provider, identityData: identities.identityData })
    .from(identities)
    .where(eq(identities.userId, userId));
  const enabledProviders = await providers.list();
  return ownIdentities.some(
    (identity) =>
      enabledProviders.some(({ id }) => id === identity.provider) || isWalletEnabled({ config }, identity),
  );
}

/** Whether the account has an email address or phone number that one-time codes can be sent to. */
export const canReceiveCodes = ({ email, ssoEmail, phone }: Pick<UserRow, "email" | "ssoEmail" | "phone">) =>
  (email ?? ssoEmail ?? phone) !== null;
