import { type RouterContextProvider, redirect } from "react-router";
import { createLastSignInCookie } from "#core/accounts/last-sign-in.ts";
import type { AuthSession } from "#core/accounts/session.ts";
import { createNoticeCookie } from "#web/page/notice.ts";
import { appContext, identityContext } from "#web/server-context.ts";
import { decodeClaims } from "#web/session/claims.ts";
import { buildSessionHeaders } from "#web/session/request-session.ts";
import type { Destination } from "./destination.ts";

/** Continues with a notice that the member is already signed in. */
export const redirectToNext = (next: string) =>
  redirect(next, { headers: { "Set-Cookie": createNoticeCookie("signed-in-already") } });

/**
 * Stores a session that was created on the server, and redirects. If another account has signed in since, redirects to
 * `next` instead. `method` is remembered as the sign-in method last used on this device.
 */
export async function finishSignIn(
  context: Readonly<RouterContextProvider>,
  session: AuthSession,
  { to, notice, next, method }: Destination & { readonly next: string; readonly method?: string | undefined },
) {
  const { viewer } = context.get(identityContext);
  // The user has signed in to another account since this form was shown. Don't switch accounts silently.
  if (viewer && viewer.id !== session.user.id) {
    await context.get(appContext).auth.signOut(session.access_token, "local");
    return redirectToNext(next);
  }
  const headers = buildSessionHeaders(session);
  if (method) headers.append("Set-Cookie", createLastSignInCookie(method));
  if (needsSecondFactor(session)) return redirect(`/auth?${new URLSearchParams({ next: to })}`, { headers });
  if (notice) headers.append("Set-Cookie", createNoticeCookie(notice));
  return redirect(to, { headers });
}

function needsSecondFactor({ access_token, user: { factors = [] } }: AuthSession): boolean {
  const hasFactor = factors.some(
    ({ factor_type, status }) => factor_type !== "recovery_code" && status === "verified",
  );
  return hasFactor && decodeClaims(access_token)?.aal !== "aal2";
}
