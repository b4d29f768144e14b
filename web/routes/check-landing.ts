import { redirect } from "react-router";
import { AuthError } from "#core/accounts/auth-errors.ts";
import type { CheckResult } from "#web/account/receive-landing.ts";
import { handleIntent } from "#web/forms/handle-intent.ts";
import { appContext, getClientInfo } from "#web/server-context.ts";
import type { Route } from "./+types/check-landing";

/**
 * Checks tokens for the landing page before it shows or stores anything. If the URL fragment had both tokens, checks
 * that one of this site's links brought them to this browser. For an access token alone, returns its account.
 */
export const action = (args: Route.ActionArgs) =>
  handleIntent(args, {
    "": async ({ request, context, form, text }) => {
      const { auth } = context.get(appContext);
      const accessToken = text("access_token");
      const respond = (body: CheckResult, init: ResponseInit = {}) =>
        Response.json(body, { ...init, headers: { "Cache-Control": "no-store", ...init.headers } });
      try {
        if (!form.has("refresh_token")) return respond({ account: await auth.getAccountName(accessToken) });
        const cookies = request.headers.get("Cookie");
        const tokens = { accessToken, refreshToken: text("refresh_token"), cookies };
        const accepted = await auth.acceptLanding(tokens, getClientInfo(context));
        return respond({ accepted }, { headers: { "Set-Cookie": auth.clearLanding } });
      } catch (error) {
        if (!(error instanceof AuthError)) throw error;
        return respond({ refused: { code: error.code, message: error.message } }, { status: error.status });
      }
    },
  });

export const loader = () => redirect("/auth/landing");
