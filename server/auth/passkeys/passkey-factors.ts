import { and, eq } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import type { AuthSession } from "#core/accounts/session.ts";
import { isUuid } from "#server/platform/uuid.ts";
import type { AuthDeps, ClientInfo } from "../deps.ts";
import { countRequest } from "../limits.ts";
import { upgradeSessionToAal2 } from "../session/upgrade-session.ts";
import { type FactorRow, factors, type SessionRow, type SessionUser } from "../tables.ts";
import {
  createAal2RequiredError,
  deleteOtherUnverifiedFactors,
  FACTOR_METHODS,
  hasVerifiedFactor,
  lockFactor,
  requireFactorSession,
} from "../two-factor/factors.ts";
import { notifyOwner, runWithMessages } from "../user/notify-owner.ts";
import { requireStepUp } from "../user/require-step-up.ts";
import { lockSessionUser } from "../user/require-viewer-session.ts";
import { acceptPasskey } from "./accept-passkey.ts";
import { consumeChallenge, createChallenge } from "./challenges.ts";
import { insertPasskey, listPasskeys, requirePasskeySession } from "./passkeys.ts";
import { buildCreationOptions, describeCredentials, PROMPT_TIMEOUT_MS } from "./register-passkey.ts";
import type { RelyingParty } from "./relying-party.ts";
import { type PasskeyRow, passkeys } from "./tables.ts";
import { parseAssertion, parseNewCredential, verifyNewCredential } from "./verify-credential.ts";

/** What the ID in a factor's URL refers to. Each passkey can be verified like a factor. */
type Target = { readonly factor: FactorRow } | { readonly passkey: PasskeyRow };

/** Finds the user's passkey or passkey factor with this ID. Undefined if there is none. */
export async function findPasskeyTarget(
  { database: { db } }: AuthDeps,
  userId: string,
  id: string | undefined,
): Promise<Target | undefined> {
  if (!isUuid(id)) return undefined;
  const [passkey] = await db
    .select()
    .from(passkeys)
    .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)));
  if (passkey) return { passkey };
  const [factor] = await db
    .select()
    .from(factors)
    .where(and(eq(factors.id, id), eq(factors.userId, userId), eq(factors.factorType, "webauthn")));
  return factor && { factor };
}

/** Finds the passkey with this ID, or the passkey of the factor with this ID. Undefined if there is none. */
export async function findFactorPasskey(auth: AuthDeps, userId: string, id: string | undefined) {
  const target = await findPasskeyTarget(auth, userId, id);
  if (!target || "passkey" in target) return target?.passkey;
  const ownPasskeys = await listPasskeys(auth.database.db, userId);
  return ownPasskeys.find(({ factorId }) => factorId === target.factor.id);
}

const getTargetId = (target: Target) => ("factor" in target ? target.factor.id : target.passkey.id);
const isNew = (target: Target): target is { factor: FactorRow } =>
  "factor" in target && target.factor.status === "unverified";

/**
 * Creates a challenge for registering a new factor's passkey, or for signing with any of the user's passkeys. Throws
 * AuthError: no_authorization, over_request_rate_limit.
 */
export async function challengePasskeyFactor(
  auth: AuthDeps,
  bearer: SessionUser,
  target: Target,
  relyingParty: RelyingParty,
  client: ClientInfo,
) {
  await countRequest(auth, "factor_challenge", client.ip);
  const session = requireFactorSession(bearer);
  const targetId = getTargetId(target);
  const { db } = auth.database;
  const now = auth.clock.now();
  const purpose = isNew(target) ? "enroll" : "verify";
  const challenge = await createChallenge(auth, { purpose, sessionId: session.id, targetId });
  await db.update(factors).set({ lastChallengedAt: now }).where(eq(factors.id, targetId));
  const options = isNew(target)
    ? {
        type: "create" as const,
        credential_options: {
          publicKey: await buildCreationOptions(auth, bearer.user, relyingParty, challenge.challenge),
        },
      }
    : {
        type: "request" as const,
        credential_options: {
          publicKey: {
            rpId: relyingParty.id,
            challenge: challenge.challenge.toString("base64url"),
            timeout: PROMPT_TIMEOUT_MS,
            userVerification: "required",
            // Without this, the official client only asks for a security key.
            hints: [],
            allowCredentials: describeCredentials(await listPasskeys(db, bearer.user.id)).map(
              (credential) => ({ ...credential, type: "public-key" }),
            ),
          },
        },
      };
  return {
    id: challenge.id,
    type: "webauthn" as const,
    expires_at: challenge.expiresAt,
    webauthn: options,
  };
}

/**
 * Verifies a factor with a passkey, which is added first if the factor is new, and upgrades the session to aal2. Throws
 * AuthError: no_authorization, user_sso_managed, insufficient_aal, reauthentication_needed, mfa_factor_not_found,
 * webauthn_challenge_not_found, webauthn_challenge_expired, webauthn_verification_failed, webauthn_credential_exists,
 * too_many_passkeys, session_not_found, over_request_rate_limit.
 */
export async function verifyPasskeyFactor(
  auth: AuthDeps,
  bearer: SessionUser,
  target: Target,
  answer: { readonly challengeId: string | undefined; readonly credential: unknown },
  relyingParty: RelyingParty,
  client: ClientInfo,
): Promise<AuthSession> {
  await countRequest(auth, "factor_verify", client.ip);
  const session = requireFactorSession(bearer);
  const purpose = isNew(target) ? "enroll" : "verify";
  if (isNew(target)) {
    requirePasskeySession(bearer);
    if (session.aal !== "aal2" && (await hasVerifiedFactor(auth.database.db, bearer.user.id)))
      throw createAal2RequiredError();
    // The factor may have been created long ago.
    await requireStepUp(auth, bearer);
  }
  const challenge = await consumeChallenge(auth, answer.challengeId, {
    purpose,
    sessionId: session.id,
    targetId: getTargetId(target),
  });
  const expectedValues = { challenge, relyingParty };
  if (isNew(target))
    return enrollPasskey(auth, bearer, target.factor, answer.credential, session, expectedValues);
  const input = parseAssertion(answer.credential);
  return auth.database.db.transaction(async (tx) => {
    const { user, passkey } = await acceptPasskey(auth, tx, input, {
      ...expectedValues,
      userId: bearer.user.id,
    });
    return upgradeSessionToAal2(auth, tx, {
      user,
      sessionId: session.id,
      method: FACTOR_METHODS.webauthn,
      factorId: passkey.factorId,
      passkeyId: passkey.id,
    });
  });
}

/**
 * Stores the factor's passkey, marks the factor as verified, deletes the user's unverified passkey factors, upgrades
 * the session to aal2 and emails the owner.
 */
async function enrollPasskey(
  auth: AuthDeps,
  bearer: SessionUser,
  { id: factorId }: FactorRow,
  credential: unknown,
  session: SessionRow,
  expectedValues: { readonly challenge: Buffer; readonly relyingParty: RelyingParty },
): Promise<AuthSession> {
  const verifiedCredential = await verifyNewCredential(parseNewCredential(credential), expectedValues);
  return runWithMessages(auth, async (tx) => {
    const { user } = await lockSessionUser(tx, bearer);
    const factor = await lockFactor(tx, user.id, factorId);
    // Another request may have verified the factor in the meantime.
    if (factor.status === "verified") throw new AuthError("webauthn_challenge_not_found");
    const name = factor.friendlyName;
    const passkey = await insertPasskey(auth, tx, { ...verifiedCredential, userId: user.id, name, factorId });
    await tx
      .update(factors)
      .set({ status: "verified", updatedAt: auth.clock.now() })
      .where(eq(factors.id, factorId));
    await deleteOtherUnverifiedFactors(tx, factor);
    await notifyOwner(auth, tx, user, { kind: "passkey_added", name, isFactor: true });
    const method = FACTOR_METHODS.webauthn;
    return upgradeSessionToAal2(auth, tx, {
      user,
      sessionId: session.id,
      method,
      factorId,
      passkeyId: passkey.id,
    });
  });
}
