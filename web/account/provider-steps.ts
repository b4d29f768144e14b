import { redirect } from "react-router";
import { AuthError } from "#core/accounts/auth-errors.ts";
import { parseLastSignIn } from "#core/accounts/last-sign-in.ts";
import { operation } from "#web/operation.ts";
import { createNoticeCookie } from "#web/page/notice.ts";
import { getSafePath } from "#web/page/same-site-path.ts";
import {
  appContext,
  edgeContext,
  getClientInfo,
  identityContext,
  type RequestContext,
} from "#web/server-context.ts";
import { finishSignIn } from "./finish-sign-in.ts";
import type { LandingSource } from "./landing-cards.tsx";

const SETTINGS_PATH = "/settings/security";

/**
 * Handles `/auth?with=…`. Redirects to the provider's sign-in page: to link an account if the URL has a `token`, to
 * step up if it has a `confirm` token, and otherwise to sign in. Both tokens come from one of the member's pages. With
 * `done`, handles the browser's return from the provider or from single sign-on.
 */
export function handleProvider(request: Request, context: RequestContext, url: URL, provider: string) {
  if (url.searchParams.has("done")) return finishProviderSignIn(request, context, url, provider);
  const confirmToken = url.searchParams.get("confirm");
  if (confirmToken !== null) return startConfirmation(context, url, { provider, token: confirmToken });
  const token = url.searchParams.get("token");
  return token === null ? startSignIn(context, provider, url) : startLinking(context, { provider, token });
}

/** Starts a sign-in. A link on another site only opens the sign-in page, so that no one is signed in by accident. */
async function startSignIn(context: RequestContext, provider: string, url: URL) {
  const next = getSafePath(url.searchParams.get("next"));
  if (context.get(edgeContext).client().isFromOtherSite)
    return redirect(`/auth?${new URLSearchParams({ next })}`);
  try {
    const { auth } = context.get(appContext);
    return redirectToProvider(await auth.startProviderSignIn({ provider, next }, getClientInfo(context)));
  } catch (error) {
    return redirectToExplanation(error, next);
  }
}

/** Starts linking an account at the provider. The token proves that the link was on one of the member's own pages. */
async function startLinking(context: RequestContext, input: { provider: string; token: string }) {
  if (context.get(identityContext).state !== "member") return redirect(SETTINGS_PATH);
  try {
    return redirectToProvider(
      await operation(context, (app, viewer) =>
        app.auth.account.startLinking(viewer, input, getClientInfo(context)),
      ),
    );
  } catch (error) {
    // The Content-Security-Policy forbids forms that redirect to other sites, so after the step-up, the member returns to
    // the settings page and follows the link again.
    if (error instanceof AuthError && error.code === "reauthentication_needed")
      return redirect(`/settings/confirm?${new URLSearchParams({ next: SETTINGS_PATH })}`);
    return redirectToExplanation(error, SETTINGS_PATH);
  }
}

/** Starts confirming the member's identity with the provider. The token proves the same thing as in `startLinking`. */
async function startConfirmation(
  context: RequestContext,
  url: URL,
  input: { provider: string; token: string },
) {
  const next = getSafePath(url.searchParams.get("next"), SETTINGS_PATH);
  const confirmPath = `/settings/confirm?${new URLSearchParams({ next })}`;
  if (context.get(identityContext).state !== "member") return redirect(confirmPath);
  try {
    return redirectToProvider(
      await operation(context, (app, viewer) =>
        app.auth.account.startConfirmation(viewer, { ...input, next }, getClientInfo(context)),
      ),
    );
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    return redirect(`${confirmPath}&failed=${error.code}`);
  }
}

/** Handles the browser's return: with a code, with an error or, after linking, with neither. */
async function finishProviderSignIn(request: Request, context: RequestContext, url: URL, provider: string) {
  const next = getSafePath(url.searchParams.get("next"));
  const source = provider === "sso" ? "sso" : "oauth";
  const method = parseLastSignIn(provider) ?? undefined;
  const errorCode = url.searchParams.get("error_code");
  if (errorCode) return redirectToRefusal(errorCode, next, source);
  const code = url.searchParams.get("code");
  if (!code) return redirect(next);
  const { auth } = context.get(appContext);
  try {
    const cookies = request.headers.get("Cookie");
    const session = await auth.completeProviderSignIn({ code, cookies }, getClientInfo(context));
    const headers = new Headers({ "Set-Cookie": auth.clearedProviderCookie });
    const options = { to: next, notice: "welcome-back", next, method, headers } as const;
    const { to, notice } = await finishSignIn(context, session, options);
    if (notice) headers.append("Set-Cookie", createNoticeCookie(notice));
    return redirect(to, { headers });
  } catch (error) {
    return redirectToExplanation(error, next, source);
  }
}

export function redirectToProvider({
  url,
  cookies,
}: {
  readonly url: string;
  readonly cookies: readonly string[];
}) {
  const headers = new Headers({ "Cache-Control": "no-store" });
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  return redirect(url, { headers });
}

/** Redirects to the page that explains why signing in or linking failed. Rethrows errors that aren't refusals. */
function redirectToExplanation(error: unknown, next: string, source: LandingSource = "oauth") {
  if (!(error instanceof AuthError)) throw error;
  return redirectToRefusal(error.code, next, source);
}

const redirectToRefusal = (code: string, next: string, source: LandingSource) =>
  redirect(`/auth/landing?${new URLSearchParams({ for: source, next, error_code: code })}`, {
    headers: { "Cache-Control": "no-store" },
  });
