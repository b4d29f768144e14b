import { data, redirect } from "react-router";
import { type AuthFailure, toAuthFailure } from "#core/accounts/auth-failure.ts";
import { findSignUpProblems, type SignUpProblems } from "#core/accounts/find-sign-up-problems.ts";
import type { AuthSession } from "#core/accounts/session.ts";
import { type EmailPurpose, parseEmailPurpose } from "#core/accounts/sign-in-options.ts";
import { CLEAR_INVITATION, parseInvitationCookie } from "#core/invitations/cookie.ts";
import { LOGIN_FAILED, REGISTRATION_FAILED } from "#core/messages.ts";
import { getTextField } from "#web/forms/text-field.ts";
import { appContext, edgeContext, getForm, identityContext } from "#web/server-context.ts";
import { parseAccessToken } from "#web/session/request-session.ts";
import { type Destination, getDestination, getSignInMethod } from "./destination.ts";
import { finishSignIn, redirectToNext } from "./finish-sign-in.ts";
import type { View } from "./views.ts";

/** The response to a form sent without JavaScript. */
export interface SignInResult {
  readonly view: View;
  readonly email: string;
  readonly phone: string;
  readonly username: string;
  readonly purpose: EmailPurpose;
  readonly failure: AuthFailure | null;
  readonly problems?: SignUpProblems;
  /** The sign-in page of the user's organization. */
  readonly ssoUrl?: string;
}

type Context = Parameters<typeof import("#web/operation.ts").attempt>[0];

/** The view to render when a form with this `intent` is rejected. */
const VIEWS: Readonly<Record<string, View>> = {
  register: "register",
  recover: "recover",
  "magic-link": "magic-link",
  phone: "phone",
  "phone-code": "phone-code",
  sso: "sso",
  code: "code",
  challenge: "challenge",
};

/** Handles the sign-in forms without JavaScript. Uses the same operations and session cookie as the auth client. */
export async function handleSignInForm(request: Request, context: Context, next: string) {
  const form = getForm(context);
  const text = (name: string) => getTextField(form, name);
  const { auth } = context.get(appContext);
  const edge = context.get(edgeContext);
  const { address: ip, userAgent } = edge.client();
  const invitation = parseInvitationCookie(request.headers.get("Cookie"));
  const client = { ip, userAgent, invitation };
  const intent = text("intent");
  const view = VIEWS[intent] ?? "login";
  const input = {
    view,
    email: text("email"),
    phone: text("phone"),
    username: text("username"),
    purpose: parseEmailPurpose(text("purpose")) ?? "magic-link",
  } as const;
  const { email, purpose } = input;

  const showCodeForm = (purpose: EmailPurpose) =>
    data({ ...input, view: "code", purpose, failure: null } satisfies SignInResult);
  const { viewer } = context.get(identityContext);
  const redirectSignedIn = () => redirectToNext(next);
  const completeSignIn = (session: AuthSession, destination: Destination, method?: string) =>
    finishSignIn(context, session, { ...destination, next, method });

  try {
    switch (intent) {
      case "register": {
        if (viewer) return redirectSignedIn();
        const session = await auth.signUp({ ...input, password: text("password") }, client);
        const response = await completeSignIn(session, { to: next, notice: "account-created" }, "password");
        if (invitation !== undefined) response.headers.append("Set-Cookie", CLEAR_INVITATION);
        return response;
      }
      case "guest":
        if (viewer) return redirectSignedIn();
        return await completeSignIn(await auth.signInAsGuest(client), {
          to: next,
          notice: "guest-signed-in",
        });
      case "recover":
        await auth.sendRecoveryEmail(email, client);
        return showCodeForm("recovery");
      case "magic-link":
        await auth.sendSignInEmail(email, client);
        return showCodeForm("magic-link");
      // The CSP forbids forms that redirect to other sites, so the page links there.
      case "phone":
        await auth.sendSignInText(input.phone, client);
        return data({ ...input, view: "phone-code", failure: null } satisfies SignInResult);
      case "phone-code": {
        const session = await auth.verifyTextedCode({ phone: input.phone, code: text("code") }, client);
        return await completeSignIn(session, { to: next, notice: "welcome-back" });
      }
      // The CSP forbids forms that redirect to other sites, and the way back needs what the auth client stored.
      case "sso": {
        const { url: ssoUrl, cookies } = await auth.startSso({ email, next }, client);
        const headers = cookies.map((cookie): [string, string] => ["Set-Cookie", cookie]);
        return data({ ...input, failure: null, ssoUrl } satisfies SignInResult, { headers });
      }
      case "code": {
        const session = await auth.verifyEmailedCode({ purpose, email, code: text("code") }, client);
        return session
          ? await completeSignIn(session, getDestination(purpose, next), getSignInMethod(purpose))
          : redirect(next);
      }
      case "challenge": {
        const accessToken = parseAccessToken(request.headers.get("Cookie")) ?? "";
        const proof = { factorId: text("factor"), code: text("code").trim() };
        const session = await auth.verifyOwnFactor(accessToken, proof, client);
        return await completeSignIn(session, { to: next, notice: "welcome-back" });
      }
      default: {
        const session = await auth.signInWithPassword({ email, password: text("password") }, client);
        return await completeSignIn(session, { to: next, notice: "welcome-back" }, "password");
      }
    }
  } catch (error) {
    const refusal = auth.toRefusal(error);
    if (!refusal) throw error;
    // Registered; a confirmation email has been sent.
    if (intent === "register" && refusal.code === "email_not_confirmed") return showCodeForm("signup");
    const isTab = view === "login" || view === "register";
    const { description } = view === "register" ? REGISTRATION_FAILED : LOGIN_FAILED;
    const { password: rules } = await auth.describe();
    const failure = toAuthFailure(
      { ...refusal, message: refusal.message || description },
      { rules, usesServerMessage: isTab },
    );
    const problems =
      intent === "register" ? findSignUpProblems({ ...input, password: text("password") }, rules) : null;
    const result: SignInResult = { ...input, failure, ...(problems ? { problems } : {}) };
    return data(result, { status: refusal.status });
  }
}
