import { redirect } from "react-router";
import { clearSessionCookies } from "#core/accounts/session-cookie.ts";
import { appContext } from "#web/server-context.ts";
import { noticeCookie } from "#web/shell/notice.ts";
import type { Route } from "./+types/sign-out";

/** Log out without script. */
export async function action({ request, context }: Route.ActionArgs) {
  const cookies = request.headers.get("Cookie");
  await context.get(appContext).auth.signOutByCookie(cookies);
  const headers = new Headers();
  for (const cookie of clearSessionCookies(cookies ?? "")) headers.append("Set-Cookie", cookie);
  headers.append("Set-Cookie", noticeCookie("signed-out"));
  return redirect("/", { headers });
}

export function loader() {
  return redirect("/");
}
