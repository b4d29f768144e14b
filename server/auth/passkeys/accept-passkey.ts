import { eq } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import type { Tx } from "#server/database/index.ts";
import type { AuthDeps } from "../deps.ts";
import { type UserRow, users } from "../tables.ts";
import type { RelyingParty } from "./relying-party.ts";
import { type PasskeyRow, passkeys } from "./tables.ts";
import { type AssertionInput, verifyAssertion } from "./verify-credential.ts";

interface AcceptPasskeyOptions {
  readonly challenge: Buffer;
  readonly relyingParty: RelyingParty;
  /** The only user whose passkey is accepted. */
  readonly userId?: string;
}

/**
 * Verifies a passkey's signature and records its use. Locks the user's row, then the passkey's, so that each
 * counter value is accepted only once. Throws AuthError("webauthn_verification_failed").
 */
export async function acceptPasskey(
  auth: AuthDeps,
  tx: Tx,
  input: AssertionInput,
  { challenge, relyingParty, userId }: AcceptPasskeyOptions,
): Promise<{ user: UserRow; passkey: PasskeyRow }> {
  const credentialId = Buffer.from(input.id, "base64url");
  const find = () => tx.select().from(passkeys).where(eq(passkeys.credentialId, credentialId));
  const [unlockedPasskey] = await find();
  if (!unlockedPasskey || (userId !== undefined && unlockedPasskey.userId !== userId))
    throw createUnknownPasskeyError();
  const [user] = await tx
    .select()
    .from(users)
    .where(eq(users.id, unlockedPasskey.userId))
    .for("no key update");
  if (!user || user.deletedAt) throw createUnknownPasskeyError();
  // The passkey may have been removed while we waited for the lock.
  const [passkey] = await find().for("update");
  if (!passkey) throw createUnknownPasskeyError();
  const { userHandle } = input.response;
  const isSignIn = userId === undefined;
  if (userHandle ? Buffer.from(userHandle, "base64url").toString() !== user.id : isSignIn)
    throw new AuthError("webauthn_verification_failed");
  const { counter, isBackedUp } = await verifyAssertion(input, passkey, { challenge, relyingParty });
  await tx
    .update(passkeys)
    .set({ counter, isBackedUp, lastUsedAt: auth.clock.now() })
    .where(eq(passkeys.id, passkey.id));
  return { user, passkey };
}

const createUnknownPasskeyError = () =>
  new AuthError("webauthn_verification_failed", {
    message: "We don't recognize this passkey. It may have been removed from the account.",
  });
