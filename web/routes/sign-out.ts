import { redirect } from "react-router";
import { clearSessionCookies } from "#core/accounts/session-cookie.ts";
import { accessTokenOf } from "#web/account/session-of-request.ts";
import { appContext } from "#web/server-context.ts";
import { noticeCookie } from "#web/shell/notice.ts";
import type { Route } from "./+types/sign-out";

/** Log out without script: the session of this browser ends, those elsewhere stay. */
export async function action({ request, context }: Route.ActionArgs) {
  const { auth } = context.get(appContext);
  const accessToken = accessTokenOf(request.headers.get("Cookie"));
  try {
    if (accessToken) await auth.signOut(accessToken, "local");
  } catch (error) {
    // A session that is gone already is signed out; the cookie goes either way.
    if (!auth.refusalOf(error)) throw error;
  }
  const headers = new Headers();
  for (const cookie of clearSessionCookies()) headers.append("Set-Cookie", cookie);
  headers.append("Set-Cookie", noticeCookie("signed-out"));
  return redirect("/", { headers });
}

export function loader() {
  return redirect("/");
}
