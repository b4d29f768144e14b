import { redirect } from "react-router";
import { clearSessionCookies } from "#core/accounts/session-cookie.ts";
import { handleIntent } from "#web/forms/handle-intent.ts";
import { createNoticeCookie } from "#web/page/notice.ts";
import { endOwnSession } from "#web/session/end-own-session.ts";
import type { Route } from "./+types/sign-out";

/** Sign-out without JavaScript: ends only this browser's session. */
export const action = (args: Route.ActionArgs) =>
  handleIntent(args, {
    "": async ({ request, context }) => {
      await endOwnSession(request, context);
      const headers = new Headers();
      for (const cookie of clearSessionCookies()) headers.append("Set-Cookie", cookie);
      headers.append("Set-Cookie", createNoticeCookie("signed-out"));
      return redirect("/", { headers });
    },
  });

export const loader = () => redirect("/");
