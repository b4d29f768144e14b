import { createLastSignInCookie } from "#core/accounts/last-sign-in.ts";
import type { AuthSession } from "#core/accounts/session.ts";
import { encodeSessionCookies, serializeSession } from "#core/accounts/session-cookie.ts";
import { appContext, identityContext, type RequestContext } from "#web/server-context.ts";
import { decodeClaims } from "#web/session/claims.ts";
import type { Destination } from "./destination.ts";

/** The destination of members who are already signed in. */
export const getSignedInDestination = (next: string): Destination => ({
  to: next,
  notice: "signed-in-already",
});

interface FinishOptions extends Destination {
  readonly next: string;
  /** Remembered as the sign-in method last used on this device. */
  readonly method?: string | undefined;
  /** The response's headers, to which the session's cookies are added. */
  readonly headers: Headers;
}

/**
 * Stores a session that was created on the server. If the user has signed in to another account since the form was
 * shown, ends the session instead and continues with `next`.
 */
export async function finishSignIn(
  context: RequestContext,
  session: AuthSession,
  { to, notice, next, method, headers }: FinishOptions,
): Promise<Destination> {
  const { viewer } = context.get(identityContext);
  // Don't switch accounts silently.
  if (viewer && viewer.id !== session.user.id) {
    await context.get(appContext).auth.signOut(session.access_token, "local");
    return getSignedInDestination(next);
  }
  for (const cookie of encodeSessionCookies(serializeSession(session))) headers.append("Set-Cookie", cookie);
  if (method) headers.append("Set-Cookie", createLastSignInCookie(method));
  return needsSecondFactor(session)
    ? { to: `/auth?${new URLSearchParams({ next: to })}`, notice: null }
    : { to, notice };
}

function needsSecondFactor({ access_token, user: { factors = [] } }: AuthSession): boolean {
  const hasFactor = factors.some(
    ({ factor_type, status }) => factor_type !== "recovery_code" && status === "verified",
  );
  return hasFactor && decodeClaims(access_token)?.aal !== "aal2";
}
