import { redirect } from "react-router";
import type { App } from "#server/app.ts";
import type { CheckResult } from "#web/account/receive-landing.ts";
import { handleForm } from "#web/forms/handle-intent.ts";
import { respondWithJson } from "#web/operation.ts";
import { getClientInfo } from "#web/server-context.ts";
import type { Route } from "./+types/check-landing";

/**
 * Checks tokens for the landing page before it shows an account or stores a session. If the URL fragment had an access
 * token and a refresh token, exchanges them for new ones, but only if this site has just sent them to this browser. For
 * an access token alone, returns the account's username and email address.
 */
export const action = (args: Route.ActionArgs) =>
  handleForm(args, ({ request, context, form, text }) => {
    const headers = new Headers();
    const check = async ({ auth }: App): Promise<CheckResult> => {
      const accessToken = text("access_token");
      if (!form.has("refresh_token")) return { account: await auth.getAccountName(accessToken) };
      const cookies = request.headers.get("Cookie");
      const tokens = { accessToken, refreshToken: text("refresh_token"), cookies };
      const accepted = await auth.acceptLanding(tokens, getClientInfo(context));
      headers.set("Set-Cookie", auth.clearedLandingCookie);
      return { accepted };
    };
    return respondWithJson(context, "no-store", check, headers);
  });

export const loader = () => redirect("/auth/landing");
