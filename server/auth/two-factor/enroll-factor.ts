import { and, eq, isNull, lt } from "drizzle-orm";
import { renderSVG } from "uqr";
import { AuthError } from "#core/accounts/auth-errors.ts";
import { getClientInfo } from "../client-info.ts";
import type { AuthHandler } from "../handler.ts";
import { encryptSecret } from "../keys/encrypt-secret.ts";
import { requirePasskeySession } from "../passkeys/passkeys.ts";
import { createValidationError, readBody, readTextField, readTextFields } from "../request-body.ts";
import { factors, type SessionRow } from "../tables.ts";
import { requireStepUp } from "../user/require-step-up.ts";
import { lockSessionUser } from "../user/require-viewer-session.ts";
import { hasVerifiedFactor, mapNameConflict, parseFactorName, requireFactorSession } from "./factors.ts";
import { buildTotpUri, createTotpSecret } from "./totp.ts";

const FACTORS_MAX = 10;
const ISSUER_MAX = 100;
/** The age at which the next enrollment deletes an unverified factor that was never challenged. */
const ABANDONED_AFTER_MS = 5 * 60 * 1000;

/**
 * Begins enrolling a factor. For TOTP, creates a secret, stores it encrypted and returns it once. The factor takes
 * effect once a code or a passkey has verified it. As an extension of the protocol, the request may contain proof of
 * identity, for sessions without a recent sign-in.
 */
export const handleEnrollFactor: AuthHandler = async (c, auth) => {
  const body = await readBody(c);
  const type = readTextField(body, "factor_type");
  const input = readTextFields(body, "friendly_name", "issuer", "current_password", "nonce");
  const bearer = c.get("bearer");
  const session = requireFactorSession(bearer);
  if (type === "phone") throw new AuthError("mfa_phone_enroll_not_enabled");
  if (type !== "totp" && type !== "webauthn")
    throw createValidationError("factor_type needs to be totp, phone, or webauthn");
  if (type === "totp" && !auth.config.auth.mfaTotpEnroll) throw new AuthError("mfa_totp_enroll_not_enabled");
  if (type === "webauthn" && !auth.config.auth.passkeys)
    throw new AuthError("mfa_webauthn_enroll_not_enabled");
  if (type === "webauthn") requirePasskeySession(bearer);
  const friendlyName = parseFactorName(input.friendly_name);
  const issuerLabel = input.issuer || new URL(auth.config.publicUrl).host;
  if (issuerLabel.length > ISSUER_MAX) throw createValidationError("issuer is too long");

  const { user } = bearer;
  requireAal2(session, await hasVerifiedFactor(auth.database.db, user.id));
  await requireStepUp(auth, bearer, {
    currentPassword: input.current_password,
    nonce: input.nonce,
    client: getClientInfo(c, auth),
  });
  const secret = createTotpSecret();
  const uri = buildTotpUri(secret, { issuer: issuerLabel, account: user.email ?? user.ssoEmail ?? user.id });
  const factor = await auth.database.db.transaction(async (tx) => {
    // Locks the user, so that concurrent enrollments see each other's factors.
    await lockSessionUser(tx, bearer);
    const now = auth.clock.now();
    await tx
      .delete(factors)
      .where(
        and(
          eq(factors.userId, user.id),
          eq(factors.status, "unverified"),
          isNull(factors.lastChallengedAt),
          lt(factors.createdAt, new Date(now.getTime() - ABANDONED_AFTER_MS)),
        ),
      );
    requireAal2(session, await hasVerifiedFactor(tx, user.id));
    if ((await tx.$count(factors, eq(factors.userId, user.id))) >= FACTORS_MAX)
      throw new AuthError("too_many_enrolled_mfa_factors");
    const [createdFactor] = await mapNameConflict(() =>
      tx
        .insert(factors)
        .values({
          userId: user.id,
          friendlyName,
          factorType: type,
          encryptedSecret: type === "totp" ? encryptSecret(secret, auth.keys.symmetric) : null,
          createdAt: now,
          updatedAt: now,
        })
        .returning(),
    );
    if (!createdFactor) throw new Error("a factor could not be stored");
    return createdFactor;
  });
  const { id, friendlyName: friendly_name } = factor;
  if (type === "webauthn") return c.json({ id, type, friendly_name });
  // `qr_code` is SVG, and `secret` is base32.
  return c.json({ id, type, friendly_name, totp: { qr_code: renderSVG(uri), secret, uri } });
};

function requireAal2(session: SessionRow, hasFactor: boolean): void {
  if (hasFactor && session.aal !== "aal2")
    throw new AuthError("insufficient_aal", { status: 403, message: "AAL2 required to enroll a new factor" });
}
