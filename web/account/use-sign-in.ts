import type { GoTrueClient, Session } from "@supabase/auth-js";
import { useEffect, useRef, useState } from "react";
import { type AuthFailure, readClientError, toAuthFailure } from "#core/accounts/auth-failure.ts";
import type { SignUpProblems } from "#core/accounts/find-sign-up-problems.ts";
import type { PasswordRules } from "#core/accounts/password-rules.ts";
import type { EmailPurpose, SignInOptions, VerifiableFactor } from "#core/accounts/sign-in-options.ts";
import { BUG } from "#core/messages.ts";
import type { SiteData } from "#web/page/site-data.ts";
import { signInProgress } from "#web/session/sign-in-progress.ts";
import { dismissErrors, toast } from "#web/ui/toast.tsx";
import type { Destination } from "./destination.ts";

export interface SignInState {
  readonly view: View;
  readonly email: string;
  readonly phone: string;
  readonly username: string;
  /** The purpose of the email that the view "code" refers to. */
  readonly purpose: EmailPurpose;
  readonly failure: AuthFailure | null;
  /** Problems with the sign-up form's fields, shown when the server rejects one of them. */
  readonly problems: SignUpProblems | null;
  /** Whether the failure was shown in a toast. */
  readonly isToasted: boolean;
  /** Factors to verify with; null while unknown. */
  readonly factors: readonly VerifiableFactor[] | null;
  /** Where to continue once the factor has been verified. */
  readonly destination: Destination | null;
  /** The sign-in page of the user's organization, to link to. With JavaScript, the form redirects there instead. */
  readonly ssoUrl: string | null;
}

const INITIAL_STATE: SignInState = {
  view: "login",
  email: "",
  phone: "",
  username: "",
  purpose: "magic-link",
  failure: null,
  problems: null,
  isToasted: false,
  factors: null,
  destination: null,
  ssoUrl: null,
};

interface SignInSettings {
  readonly options: SignInOptions;
  readonly site: Pick<SiteData, "showsDemoHint" | "viewer" | "isFactorRequired">;
  readonly next: string;
  readonly lastUsed?: string | null;
  readonly onComplete: (path: string) => void;
}

/** The state and the operations of the sign-in forms. */
export function useSignIn(initial: Partial<SignInState>, settings: SignInSettings) {
  const { options, site, next, lastUsed = null, onComplete } = settings;
  const [state, setState] = useState<SignInState>({ ...INITIAL_STATE, ...initial });
  const [busy, setBusy] = useState(false);
  const change = (patch: Partial<SignInState>) => setState((current) => ({ ...current, ...patch }));

  useEffect(
    () => () => {
      signInProgress.isActive = false;
    },
    [],
  );

  // Whether a call has created a session. A call that ends without one also ends the sign-in, so the page reacts to
  // sign-ins in other tabs again.
  const isComplete = useRef(false);

  function showView(view: View, patch: Partial<SignInState> = {}): void {
    if (view !== "challenge") isComplete.current = false;
    change({ view, failure: null, ...patch });
  }

  /** Runs `request` with the auth client. With `failureToast`, a toast also shows errors, with the server's message. */
  async function call(
    request: (client: GoTrueClient) => Promise<void>,
    failureToast?: { readonly title: string; readonly description: string },
  ): Promise<void> {
    signInProgress.isActive = true;
    setBusy(true);
    change({ failure: null });
    dismissErrors();
    try {
      const { getAuthClient } = await importSteps();
      await request(await getAuthClient());
    } catch (error) {
      const fallback = failureToast?.description ?? BUG.message;
      const failure = toFormFailure(error, {
        rules: options.password,
        fallback,
        usesServerMessage: failureToast !== undefined,
      });
      change({ failure, isToasted: failureToast !== undefined });
      if (failureToast) toast({ title: failureToast.title, description: failure.message, destructive: true });
    } finally {
      if (!isComplete.current) signInProgress.isActive = false;
      setBusy(false);
    }
  }

  /**
   * Like `call`, but fails if another account has signed in since the page was rendered. Doesn't check this while the
   * session still requires a factor.
   */
  const submitSignIn: typeof call = (request, failureToast) =>
    call(async (client) => {
      if (!site.isFactorRequired) {
        const { checkSessionUser } = await importSteps();
        await checkSessionUser(client, site.viewer?.id);
      }
      await request(client);
    }, failureToast);

  /**
   * Continues with a new session: to the second factor if one is required, otherwise to the destination. `method` is
   * remembered as the sign-in method last used.
   */
  async function complete(session: Session, destination: Destination, method?: string): Promise<void> {
    isComplete.current = true;
    const { acceptSession, showNotice } = await importSteps();
    const factors = acceptSession(session, method);
    if (factors.length > 0) showView("challenge", { factors, destination });
    else {
      if (destination.notice) showNotice(destination.notice);
      onComplete(destination.to);
    }
  }

  return { ...settings, state, busy, change, showView, call, submitSignIn, complete, next, lastUsed };
}

export type SignIn = ReturnType<typeof useSignIn>;

const importSteps = () => import("./session-steps.ts");

interface FailureOptions {
  readonly rules: PasswordRules;
  readonly fallback: string;
  readonly usesServerMessage?: boolean;
}

/** Describes an error from the auth client for a form. If the error has no message, uses `fallback`. */
export function toFormFailure(error: unknown, { fallback, ...options }: FailureOptions): AuthFailure {
  const { code, message } = readClientError(error);
  const { reasons } = (error ?? {}) as { reasons?: unknown };
  return toAuthFailure(
    { code, message: message || fallback, reasons: Array.isArray(reasons) ? reasons : [] },
    options,
  );
}

export const VIEWS = [
  "login",
  "register",
  "recover",
  "magic-link",
  "phone",
  "phone-code",
  "sso",
  "code",
  "challenge",
] as const;
export type View = (typeof VIEWS)[number];

const HEADINGS: Readonly<Record<View, string>> = {
  login: "Sign in",
  register: "Create an account",
  recover: "Reset your password",
  "magic-link": "Sign in with an email link",
  phone: "Sign in with a text message",
  "phone-code": "Enter your code",
  sso: "Single sign-on",
  code: "Verify your email",
  challenge: "One more step",
};

/** Without an email server, the code comes from an administrator. */
export function getHeading(view: View, options: { readonly isEmailConfigured: boolean }): string {
  if (options.isEmailConfigured) return HEADINGS[view];
  if (view === "magic-link") return "Sign in with a code";
  return view === "code" ? "Enter your code" : HEADINGS[view];
}

/** The view in `?tab=`. The challenge can't be requested; it is shown when needed. */
export function parseView(text: string | null): View {
  return VIEWS.find((view) => view === text && view !== "challenge") ?? "login";
}

export function buildViewPath(view: View, next: string): string {
  const query = new URLSearchParams({ ...(view === "login" ? {} : { tab: view }), next });
  return `/auth?${query}`;
}
