import { AuthError } from "#core/accounts/auth-errors.ts";
import type { AuthDeps } from "../deps.ts";
import type { AuthHandler } from "../handler.ts";
import { findFactorPasskey } from "../passkeys/passkey-factors.ts";
import { removeOwnPasskey } from "../passkeys/remove-passkey.ts";
import type { SessionUser } from "../tables.ts";
import { notifyOwner, runWithMessages } from "../user/notify-owner.ts";
import { requireStepUp } from "../user/require-step-up.ts";
import { lockSessionUser } from "../user/require-viewer-session.ts";
import { deleteFactor, hasVerifiedFactor, lockFactor, requireFactorSession } from "./factors.ts";

/** Removes a factor. With two-factor authentication on, the session needs aal2 and a recent sign-in. */
async function removeFactor(auth: AuthDeps, bearer: SessionUser, factorId: string | undefined) {
  const ownSession = requireFactorSession(bearer);
  // A session at aal1 is refused below if two-factor authentication is on.
  if (ownSession.aal === "aal2") await requireStepUp(auth, bearer);
  return runWithMessages(auth, async (tx) => {
    // The session may have fallen back to aal1 since the request began.
    const { session } = await lockSessionUser(tx, bearer);
    const factor = await lockFactor(tx, bearer.user.id, factorId);
    if (session?.aal !== "aal2" && (await hasVerifiedFactor(tx, bearer.user.id)))
      throw createInsufficientAalError();
    await deleteFactor(tx, factor);
    if (factor.status === "verified") await notifyOwner(auth, tx, bearer.user, { kind: "factor_removed" });
    return { id: factor.id };
  });
}

/** Removes a factor or, if the ID is a passkey's, the passkey: user.factors lists both (user/present-user.ts). */
export const handleRemoveFactor: AuthHandler = async (c, auth) => {
  const bearer = c.get("bearer");
  const id = c.req.param("factorId");
  const passkey = await findFactorPasskey(auth, bearer.user.id, id);
  if (!passkey) return c.json(await removeFactor(auth, bearer, id));
  if (bearer.isFactorRequired) throw createInsufficientAalError();
  await removeOwnPasskey(auth, bearer, passkey.id);
  return c.json({ id });
};

const createInsufficientAalError = () =>
  new AuthError("insufficient_aal", { status: 422, message: "AAL2 required to unenroll verified factor" });
