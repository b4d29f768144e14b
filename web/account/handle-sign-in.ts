import { data, redirect } from "react-router";
import { AuthError } from "#core/accounts/auth-errors.ts";
import { type AuthFailure, toAuthFailure } from "#core/accounts/auth-failure.ts";
import { findSignUpProblems, type SignUpProblems } from "#core/accounts/find-sign-up-problems.ts";
import type { AuthSession } from "#core/accounts/session.ts";
import { type EmailPurpose, parseEmailPurpose } from "#core/accounts/sign-in-options.ts";
import { CLEAR_INVITATION, parseInvitationCookie } from "#core/invitations/cookie.ts";
import { LOGIN_FAILED, REGISTRATION_FAILED } from "#core/messages.ts";
import { type ActionArgs, handleIntent, type Submission } from "#web/forms/handle-intent.ts";
import { appContext, getClientInfo, identityContext } from "#web/server-context.ts";
import { parseAccessToken } from "#web/session/request-session.ts";
import { type Destination, getDestination, getSignInMethod } from "./destination.ts";
import { finishSignIn, redirectToNext } from "./finish-sign-in.ts";
import type { View } from "./views.ts";

export interface SignInResult {
  readonly view: View;
  readonly email: string;
  readonly phone: string;
  readonly username: string;
  readonly purpose: EmailPurpose;
  readonly failure: AuthFailure | null;
  readonly problems?: SignUpProblems;
  readonly ssoUrl?: string;
}

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
export const handleSignInForm = (args: ActionArgs, next: string) =>
  handleIntent(args, {
    login: explainRefusals(next, async ({ auth, client, email, password }, complete) => {
      const session = await auth.signInWithPassword({ email, password }, client);
      return complete(session, { to: next, notice: "welcome-back" }, "password");
    }),
    register: explainRefusals(next, async ({ auth, client, email, username, password, viewer }, complete) => {
      if (viewer) return redirectToNext(next);
      const session = await auth.signUp({ email, username, password }, client);
      const response = await complete(session, { to: next, notice: "account-created" }, "password");
      if (client.invitation !== undefined) response.headers.append("Set-Cookie", CLEAR_INVITATION);
      return response;
    }),
    guest: explainRefusals(next, async ({ auth, client, viewer }, complete) => {
      if (viewer) return redirectToNext(next);
      return complete(await auth.signInAsGuest(client), { to: next, notice: "guest-signed-in" });
    }),
    recover: explainRefusals(next, async ({ auth, client, email }, _complete, show) => {
      await auth.sendRecoveryEmail(email, client);
      return show({ view: "code", purpose: "recovery" });
    }),
    "magic-link": explainRefusals(next, async ({ auth, client, email }, _complete, show) => {
      await auth.sendSignInEmail(email, client);
      return show({ view: "code", purpose: "magic-link" });
    }),
    phone: explainRefusals(next, async ({ auth, client, phone }, _complete, show) => {
      await auth.sendSignInText(phone, client);
      return show({ view: "phone-code" });
    }),
    "phone-code": explainRefusals(next, async ({ auth, client, phone, code }, complete) => {
      const session = await auth.verifyTextedCode({ phone, code }, client);
      return complete(session, { to: next, notice: "welcome-back" });
    }),
    // The CSP forbids forms that redirect to other sites, so the page shows a link to the identity provider instead.
    // The cookies replace what the auth client would have stored for the way back.
    sso: explainRefusals(next, async ({ auth, client, email }, _complete, show) => {
      const { url: ssoUrl, cookies } = await auth.startSso({ email, next }, client);
      return show({ ssoUrl }, cookies);
    }),
    code: explainRefusals(next, async ({ auth, client, email, purpose, code }, complete) => {
      const session = await auth.verifyEmailedCode({ purpose, email, code }, client);
      return session
        ? complete(session, getDestination(purpose, next), getSignInMethod(purpose))
        : redirect(next);
    }),
    challenge: explainRefusals(next, async ({ auth, client, accessToken, factorId, code }, complete) => {
      const session = await auth.verifyOwnFactor(accessToken, { factorId, code: code.trim() }, client);
      return complete(session, { to: next, notice: "welcome-back" });
    }),
  });

type Step = (
  form: ReturnType<typeof readSignInForm>,
  complete: (session: AuthSession, destination: Destination, method?: string) => Promise<Response>,
  show: (
    changes: Partial<SignInResult>,
    cookies?: readonly string[],
  ) => ReturnType<typeof data<SignInResult>>,
) => Promise<Response | ReturnType<typeof data<SignInResult>>>;

/** Runs a form's step. If it is refused, the form is shown again with what was typed and the reason. */
function explainRefusals(next: string, step: Step) {
  return async (submission: Submission) => {
    const form = readSignInForm(submission);
    const { auth, email, phone, username, purpose, password } = form;
    const view = VIEWS[submission.intent] ?? "login";
    const show = (changes: Partial<SignInResult>, cookies: readonly string[] = []) =>
      data<SignInResult>(
        { view, email, phone, username, purpose, failure: null, ...changes },
        { headers: cookies.map((cookie): [string, string] => ["Set-Cookie", cookie]) },
      );
    try {
      return await step(
        form,
        (session, destination, method) =>
          finishSignIn(submission.context, session, { ...destination, next, method }),
        show,
      );
    } catch (error) {
      if (!(error instanceof AuthError)) throw error;
      // Registered; a confirmation email has been sent.
      if (view === "register" && error.code === "email_not_confirmed")
        return show({ view: "code", purpose: "signup" });
      const { description } = view === "register" ? REGISTRATION_FAILED : LOGIN_FAILED;
      const { password: rules } = await auth.describe();
      const failure = toAuthFailure(
        { code: error.code, message: error.message || description, reasons: error.reasons },
        { rules, usesServerMessage: view === "login" || view === "register" },
      );
      const problems = view === "register" ? findSignUpProblems({ email, username, password }, rules) : null;
      const result = { view, email, phone, username, purpose, failure, ...(problems && { problems }) };
      return data<SignInResult>(result, { status: error.status });
    }
  };
}

function readSignInForm({ request, context, text }: Submission) {
  const cookies = request.headers.get("Cookie");
  return {
    auth: context.get(appContext).auth,
    client: { ...getClientInfo(context), invitation: parseInvitationCookie(cookies) },
    viewer: context.get(identityContext).viewer,
    accessToken: parseAccessToken(cookies) ?? "",
    email: text("email"),
    phone: text("phone"),
    username: text("username"),
    password: text("password"),
    code: text("code"),
    factorId: text("factor"),
    purpose: parseEmailPurpose(text("purpose")) ?? "magic-link",
  };
}
