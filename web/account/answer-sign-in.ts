import { data, redirect } from "react-router";
import { type AuthFailure, toAuthFailure } from "#core/accounts/auth-failure.ts";
import type { AuthSession } from "#core/accounts/session.ts";
import { type EmailPurpose, readPurpose } from "#core/accounts/sign-in-options.ts";
import { LOGIN_FAILED, REGISTRATION_FAILED } from "#core/messages.ts";
import type { Notice } from "#core/notices.ts";
import { appContext, edgeContext, getForm, identityContext } from "#web/server-context.ts";
import { noticeCookie } from "#web/shell/notice.ts";
import { textField } from "#web/shell/text-field.ts";
import { getArrival } from "./arrival.ts";
import { decodeClaims } from "./claims.ts";
import { buildSessionHeaders, readAccessToken } from "./request-session.ts";
import type { View } from "./views.ts";

/** The response to a form sent without scripts. */
export interface SignInAnswer {
  readonly view: View;
  readonly email: string;
  readonly username: string;
  readonly purpose: EmailPurpose;
  readonly failure: AuthFailure | null;
}

type Context = Parameters<typeof import("#web/operation.ts").attempt>[0];

/** The view shown again when a form with this `intent` is refused. */
const VIEWS: Readonly<Record<string, View>> = {
  register: "register",
  recover: "recover",
  "magic-link": "magic-link",
  sso: "sso",
  code: "code",
  challenge: "challenge",
};

/** Whether the session still has to verify a factor. */
function needsSecondFactor({ access_token, user: { factors = [] } }: AuthSession): boolean {
  const hasTotp = factors.some(({ factor_type, status }) => factor_type === "totp" && status === "verified");
  return hasTotp && decodeClaims(access_token)?.aal !== "aal2";
}

/** Handles the sign-in forms without scripts. Uses the same operations and session cookie as the auth client. */
export async function answerSignIn(request: Request, context: Context, next: string) {
  const form = getForm(context);
  const text = (name: string) => textField(form, name);
  const { auth } = context.get(appContext);
  const edge = context.get(edgeContext);
  const { address: ip, userAgent } = edge.client();
  const from = { ip, userAgent };
  const intent = text("intent");
  const view = VIEWS[intent] ?? "login";
  const typed = {
    view,
    email: text("email"),
    username: text("username"),
    purpose: readPurpose(text("purpose")) ?? "magic-link",
  } as const;
  const { email, purpose } = typed;

  const showCodeForm = (purpose: EmailPurpose) =>
    data({ ...typed, view: "code", purpose, failure: null } satisfies SignInAnswer);
  const { viewer } = context.get(identityContext);
  const redirectSignedIn = () =>
    redirect(next, { headers: { "Set-Cookie": noticeCookie("signed-in-already") } });
  const signedIn = async (session: AuthSession, { to, notice }: { to: string; notice: Notice | null }) => {
    // The user has signed in to another account since this form was shown. Don't switch accounts silently.
    if (viewer && viewer.id !== session.user.id) {
      await auth.signOut(session.access_token, "local");
      return redirectSignedIn();
    }
    const headers = buildSessionHeaders(session);
    if (needsSecondFactor(session))
      return redirect(`/auth?${new URLSearchParams({ next: to })}`, { headers });
    if (notice) headers.append("Set-Cookie", noticeCookie(notice));
    return redirect(to, { headers });
  };

  try {
    switch (intent) {
      case "register": {
        if (viewer) return redirectSignedIn();
        const session = await auth.signUp({ ...typed, password: text("password") }, from);
        return await signedIn(session, { to: next, notice: "account-created" });
      }
      case "guest":
        if (viewer) return redirectSignedIn();
        return await signedIn(await auth.signInAsGuest(from), { to: next, notice: "welcome-back" });
      case "recover":
        await auth.sendRecoveryEmail(email, from);
        return showCodeForm("recovery");
      case "magic-link":
        await auth.sendSignInEmail(email, from);
        return showCodeForm("magic-link");
      // The CSP forbids forms that redirect to other sites, and the way back needs what the auth client stored.
      case "sso": {
        const message =
          "Single sign-on needs JavaScript, which is turned off or hadn't loaded yet. Try again.";
        const failure = { code: "", message, field: null, reasons: [] };
        return data({ ...typed, failure } satisfies SignInAnswer, { status: 422 });
      }
      case "code": {
        const session = await auth.verifyEmailedCode({ purpose, email, code: text("code") }, from);
        return session ? await signedIn(session, getArrival(purpose, next)) : redirect(next);
      }
      case "challenge": {
        const accessToken = readAccessToken(request.headers.get("Cookie")) ?? "";
        const given = { factorId: text("factor"), code: text("code").trim() };
        const session = await auth.verifyOwnFactor(accessToken, given, from);
        return await signedIn(session, { to: next, notice: "welcome-back" });
      }
      default: {
        const session = await auth.signInWithPassword({ email, password: text("password") }, from);
        return await signedIn(session, { to: next, notice: "welcome-back" });
      }
    }
  } catch (error) {
    const refused = auth.toRefusal(error);
    if (!refused) throw error;
    // Registered; a confirmation email has been sent.
    if (intent === "register" && refused.code === "email_not_confirmed") return showCodeForm("signup");
    const isTab = view === "login" || view === "register";
    const { description } = view === "register" ? REGISTRATION_FAILED : LOGIN_FAILED;
    const { password: rules } = await auth.describe();
    const failure = toAuthFailure(
      { ...refused, message: refused.message || description },
      { rules, usesServerMessage: isTab },
    );
    return data({ ...typed, failure } satisfies SignInAnswer, { status: refused.status });
  }
}
