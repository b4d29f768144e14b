import type { GoTrueClient, Session } from "@supabase/auth-js";
import { createLastSignInCookie } from "#core/accounts/last-sign-in.ts";
import type { VerifiableFactor } from "#core/accounts/sign-in-options.ts";
import { NOTICES, type Notice } from "#core/notices.ts";
import { storeLocal } from "#web/page/local-storage.ts";
import { setPageCookie } from "#web/page/page-cookies.ts";
import { getAuthClient } from "#web/session/auth-client.ts";
import { decodeClaims } from "#web/session/claims.ts";
import { findSessionUserId } from "#web/session/session-user.ts";
import { toast } from "#web/ui/toast.tsx";
import { LAST_EMAIL_KEY } from "./last-email-address.ts";

/** Operations of the sign-in forms, loaded with the auth client when a form first needs it. */

export { getAuthClient };

/** Throws if another account has signed in since the page was rendered. */
export async function checkSessionUser(
  client: GoTrueClient,
  expectedUserId: string | undefined,
): Promise<void> {
  const sessionUserId = await findSessionUserId(client);
  if (sessionUserId !== undefined && sessionUserId !== expectedUserId)
    throw { code: "", message: "You've signed in from another tab. Reload this page to continue." };
}

/** Returns the factors that a new session still requires. `method` is remembered as the sign-in method last used. */
export function acceptSession(session: Session, method: string | undefined): VerifiableFactor[] {
  storeLocal(LAST_EMAIL_KEY, null);
  if (method) setPageCookie(createLastSignInCookie(method));
  return listRequiredFactors(session);
}

export const showNotice = (notice: Notice) => toast(NOTICES[notice]);

/** The factors to verify a new session with. Recovery codes alone don't require verification. */
function listRequiredFactors(session: Session): VerifiableFactor[] {
  // The client's type lacks recovery codes.
  const verifiedFactors: readonly { id: string; friendly_name?: string; factor_type: string }[] = (
    session.user.factors ?? []
  ).filter(({ status }) => status === "verified");
  const isVerified = decodeClaims(session.access_token)?.aal === "aal2";
  if (isVerified || verifiedFactors.every(({ factor_type }) => factor_type === "recovery_code")) return [];
  return FACTOR_TYPES.flatMap((type) =>
    verifiedFactors
      .filter(({ factor_type }) => factor_type === type)
      .map(({ id, friendly_name: name = "" }) => ({ id, name, type })),
  );
}

/** The types of factors in the order in which they are offered. */
const FACTOR_TYPES = ["totp", "recovery_code", "webauthn"] as const;
