import { eq, sql } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import type { Viewer } from "#core/accounts/member.ts";
import { STEP_UP_MINUTES } from "#core/accounts/proof.ts";
import { AppError } from "#core/errors.ts";
import type { AuthDeps, ClientInfo } from "../deps.ts";
import { countPasswordAttempt } from "../limits.ts";
import { passkeys } from "../passkeys/tables.ts";
import { CODE_METHOD, recordProof } from "../session/record-proof.ts";
import { type AmrEntry, identities, type SessionUser, type UserRow } from "../tables.ts";
import { AAL2_METHODS, hasVerifiedFactor } from "../two-factor/factors.ts";
import { isWalletEnabled } from "../web3/wallet-identity.ts";
import { consumeNonce } from "./reauthenticate.ts";

interface ProofInput {
  readonly currentPassword?: string | undefined;
  /** A one-time code from /reauthenticate. */
  readonly nonce?: string | undefined;
  readonly client: ClientInfo;
}

function isSteppedUp({ clock }: Pick<AuthDeps, "clock">, amr: readonly AmrEntry[], hasFactor: boolean) {
  const since = clock.now().getTime() / 1000 - STEP_UP_MINUTES * 60;
  return amr.some(({ method, timestamp }) => timestamp >= since && (!hasFactor || AAL2_METHODS.has(method)));
}

/** Whether proof of identity is required first. Guests without a password or address can't provide any. */
export async function isStepUpRequired(auth: AuthDeps, { user, session }: SessionUser): Promise<boolean> {
  const hasFactor = await hasVerifiedFactor(auth.database.db, user.id);
  if (session !== null && isSteppedUp(auth, session.amr, hasFactor)) return false;
  if (hasFactor || user.encryptedPassword !== null || canReceiveCodes(user)) return true;
  const passkeyCount = await auth.database.db.$count(passkeys, eq(passkeys.userId, user.id));
  return passkeyCount > 0 || hasProvider(auth, user.id);
}

async function hasProvider({ database, providers, config }: AuthDeps, userId: string): Promise<boolean> {
  const ownIdentities = await database.db
    .select({ provider: identities.provider, identityData: identities.identityData })
    .from(identities)
    .where(eq(identities.userId, userId));
  const enabled = await providers.list();
  return ownIdentities.some(
    (identity) => enabled.some(({ id }) => id === identity.provider) || isWalletEnabled({ config }, identity),
  );
}

/**
 * Protects changes that a stolen session alone must not make: password, email, phone and two-factor authentication.
 * Passes after a recent sign-in, with the current password, or with a one-time code. If two-factor authentication is on,
 * the caller must already have checked that the session verified a factor. Throws AuthError: reauthentication_needed,
 * current_password_invalid, reauthentication_not_valid, over_request_rate_limit.
 */
export async function requireStepUp(auth: AuthDeps, actor: SessionUser, proof?: ProofInput): Promise<void> {
  if (!(await isStepUpRequired(auth, actor))) return;
  const { user, session } = actor;
  const usesPassword = Boolean(proof?.currentPassword) && user.encryptedPassword !== null;
  if (proof && usesPassword) {
    if (!(await isCurrentPassword(auth, user, proof.currentPassword ?? "", proof.client)))
      throw new AuthError("current_password_invalid");
  } else if (proof?.nonce) await consumeNonce(auth, user.id, proof.nonce);
  else
    throw new AuthError("reauthentication_needed", {
      message: "This change requires a recent sign-in, the current password or a reauthentication code",
    });
  if (!session) return;
  // Recorded, so that resubmitting the form after a typo doesn't require another code.
  const methods = [usesPassword ? "password" : CODE_METHOD];
  if (!(await auth.database.db.transaction((tx) => recordProof(auth, tx, session.id, methods))))
    throw new AuthError("session_not_found");
}

/** Checks the password. Counts as a password attempt, so that passwords can't be guessed from an open browser. */
export async function isCurrentPassword(auth: AuthDeps, user: UserRow, input: string, client: ClientInfo) {
  const attempt = await countPasswordAttempt(auth, user.email ?? user.phone ?? user.id, client.ip);
  const isCorrect = await auth.passwords.verify(input, user.encryptedPassword);
  if (isCorrect) await attempt.refund();
  return isCorrect;
}

/**
 * Requires a sign-in within the last few minutes, with the second factor if one is enrolled. Throws AppError:
 * not_signed_in, step_up_required.
 */
export async function requireViewerStepUp(auth: AuthDeps, viewer: Viewer): Promise<void> {
  if (!viewer) throw new AppError("not_signed_in");
  const { rows } = await auth.database.db.execute<{ amr: AmrEntry[]; has_factor: boolean }>(sql`
    select s.amr, exists (
      select from auth.mfa_factors f
      where f.user_id = s.user_id and f.status = 'verified' and f.factor_type <> 'recovery_code') as has_factor
    from auth.sessions s where s.id = ${viewer.sessionId} and s.user_id = ${viewer.id}`);
  const [session] = rows;
  if (!session) throw new AppError("not_signed_in");
  if (!isSteppedUp(auth, session.amr, session.has_factor)) throw new AppError("step_up_required");
}

/** Whether the account has an email address or phone number that one-time codes can be sent to. */
export const canReceiveCodes = ({ email, ssoEmail, phone }: Pick<UserRow, "email" | "ssoEmail" | "phone">) =>
  (email ?? ssoEmail ?? phone) !== null;
