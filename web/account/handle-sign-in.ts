import { AuthError } from "#core/accounts/auth-errors.ts";
import { toAuthFailure } from "#core/accounts/auth-failure.ts";
import { findSignUpProblems } from "#core/accounts/find-sign-up-problems.ts";
import type { AuthSession } from "#core/accounts/session.ts";
import { parseEmailPurpose } from "#core/accounts/sign-in-options.ts";
import { CLEARED_INVITATION_COOKIE, parseInvitationCookie } from "#core/invitations/cookie.ts";
import { LOGIN_FAILED, REGISTRATION_FAILED } from "#core/messages.ts";
import { getEmailNotice, type Notice } from "#core/notices.ts";
import { answerForm } from "#web/forms/answer-form.ts";
import { type ActionArgs, handleIntent, type Submission } from "#web/forms/handle-intent.ts";
import { appContext, getClientInfo, identityContext } from "#web/server-context.ts";
import { parseAccessToken } from "#web/session/request-session.ts";
import { type Destination, getDestination, getSignInMethod } from "./destination.ts";
import { finishSignIn, getSignedInDestination } from "./finish-sign-in.ts";
import type { SignInState, View } from "./use-sign-in.ts";

const VIEWS_BY_INTENT: Readonly<Record<string, View>> = {
  register: "register",
  recover: "recover",
  "magic-link": "magic-link",
  phone: "phone",
  "phone-code": "phone-code",
  sso: "sso",
  code: "code",
  challenge: "challenge",
};

/** Handles sign-in forms submitted without JavaScript. Uses the same operations and cookies as the auth client. */
export const handleSignInForm = (args: ActionArgs, next: string) =>
  handleIntent(args, {
    login: answerSignIn(next, async ({ auth, client, email, password }, { complete }) => {
      const session = await auth.signInWithPassword({ email, password }, client);
      return complete(session, { to: next, notice: "welcome-back" }, "password");
    }),
    register: answerSignIn(next, async ({ auth, client, viewer, ...form }, { complete, headers }) => {
      if (viewer) return getSignedInDestination(next);
      const { email, username, password } = form;
      try {
        const session = await auth.signUp({ email, username, password }, client);
        if (client.invitationToken !== undefined) headers.append("Set-Cookie", CLEARED_INVITATION_COOKIE);
        return await complete(session, { to: next, notice: "account-created" }, "password");
      } catch (error) {
        if (!(error instanceof AuthError && error.code === "email_not_confirmed")) throw error;
        // The address must be confirmed first. The response is the same whether or not it already has an account.
        return show({ view: "code", purpose: "signup" });
      }
    }),
    guest: answerSignIn(next, async ({ auth, client, viewer }, { complete }) => {
      if (viewer) return getSignedInDestination(next);
      return complete(await auth.signInAsGuest(client), { to: next, notice: "guest-signed-in" });
    }),
    recover: answerSignIn(next, async ({ auth, client, email }) => {
      await auth.sendRecoveryEmail(email, client);
      return show({ view: "code", purpose: "recovery" });
    }),
    "magic-link": answerSignIn(next, async ({ auth, client, email }) => {
      await auth.sendSignInEmail(email, client);
      return show({ view: "code", purpose: "magic-link" });
    }),
    phone: answerSignIn(next, async ({ auth, client, phone }) => {
      await auth.sendSignInText(phone, client);
      return show({ view: "phone-code" });
    }),
    "phone-code": answerSignIn(next, async ({ auth, client, phone, code }, { complete }) => {
      const session = await auth.verifyTextedCode({ phone, code }, client);
      return complete(session, { to: next, notice: "welcome-back" });
    }),
    // The CSP forbids forms that redirect to other sites, so the page shows a link to the identity provider instead.
    // The cookies replace what the auth client would have stored for the user's return.
    sso: answerSignIn(next, async ({ auth, client, email }, { headers }) => {
      const { url: ssoUrl, cookies } = await auth.startSso({ email, next }, client);
      for (const cookie of cookies) headers.append("Set-Cookie", cookie);
      return show({ ssoUrl });
    }),
    code: answerSignIn(next, async ({ auth, client, email, purpose, code }, { complete }) => {
      const session = await auth.verifyEmailedCode({ purpose, email, code }, client);
      if (session) return complete(session, getDestination(purpose, next), getSignInMethod(purpose));
      const { isEmailConfigured } = await auth.describe();
      return { to: next, notice: getEmailNotice("address-confirmed", isEmailConfigured) };
    }),
    challenge: answerSignIn(next, async ({ auth, client, accessToken, factorId, code }, { complete }) => {
      const session = await auth.verifyOwnFactor(accessToken, { factorId, code: code.trim() }, client);
      return complete(session, { to: next, notice: "welcome-back" });
    }),
  });

/** Where to go, or a change to what the sign-in card shows. */
interface Outcome {
  readonly to: string | null;
  readonly notice: Notice | null;
  readonly change?: Partial<SignInState>;
}

const show = (change: Partial<SignInState>): Outcome => ({ to: null, notice: null, change });

type Step = (
  form: ReturnType<typeof readSignInForm>,
  helpers: {
    readonly complete: (session: AuthSession, destination: Destination, method?: string) => Promise<Outcome>;
    readonly headers: Headers;
  },
) => Promise<Outcome>;

/** Runs a form's step. After a refusal, the card shows the reason and what was typed, except the password and code. */
function answerSignIn(next: string, step: Step) {
  return (submission: Submission) => {
    const form = readSignInForm(submission);
    const { email, phone, username, purpose, password } = form;
    const view = VIEWS_BY_INTENT[submission.intent] ?? "login";
    const state: Partial<SignInState> = { view, email, phone, username, purpose };
    const headers = new Headers();
    const complete = (session: AuthSession, destination: Destination, method?: string) =>
      finishSignIn(submission.context, session, { ...destination, next, method, headers });
    return answerForm(submission, {
      headers,
      run: () => step(form, { complete, headers }),
      notice: ({ notice }) => notice,
      to: ({ to }) => to,
      getValue: ({ change }: Outcome) => ({ ...state, ...change }),
      async describeRefusal(refusal, error) {
        const { description } = view === "register" ? REGISTRATION_FAILED : LOGIN_FAILED;
        const { password: rules } = await form.auth.describe();
        const reasons = error instanceof AuthError ? error.reasons : [];
        const failure = toAuthFailure(
          { code: error.code, message: error.message || description, reasons },
          { rules, usesServerMessage: view === "login" || view === "register" },
        );
        const problems =
          view === "register" ? findSignUpProblems({ email, username, password }, rules) : null;
        return { ...refusal, value: { ...state, failure, problems } };
      },
    });
  };
}

function readSignInForm({ request, context, text }: Submission) {
  const cookies = request.headers.get("Cookie");
  return {
    auth: context.get(appContext).auth,
    client: { ...getClientInfo(context), invitationToken: parseInvitationCookie(cookies) },
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
