import { redirect } from "react-router";
import { clearSessionCookies } from "#core/accounts/session-cookie.ts";
import { createNoticeCookie } from "#web/page/notice.ts";
import { appContext } from "#web/server-context.ts";
import { parseAccessToken } from "#web/session/request-session.ts";
import type { Route } from "./+types/sign-out";

/** Sign-out without JavaScript: ends only this browser's session. */
export async function action({ request, context }: Route.ActionArgs) {
  const { auth } = context.get(appContext);
  const accessToken = parseAccessToken(request.headers.get("Cookie"));
  try {
    if (accessToken) await auth.signOut(accessToken, "local");
  } catch (error) {
    // An already ended session counts as signed out; clear the cookies anyway.
    if (!auth.toRefusal(error)) throw error;
  }
  const headers = new Headers();
  for (const cookie of clearSessionCookies()) headers.append("Set-Cookie", cookie);
  headers.append("Set-Cookie", createNoticeCookie("signed-out"));
  return redirect("/", { headers });
}

export function loader() {
  return redirect("/");
}
