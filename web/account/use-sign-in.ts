import type { GoTrueClient, Session } from "@supabase/auth-js";
import { useEffect, useRef, useState } from "react";
import type { AuthFailure } from "#core/accounts/auth-failure.ts";
import type { EmailPurpose, SignInOptions, VerifiableFactor } from "#core/accounts/sign-in-options.ts";
import { BUG } from "#core/messages.ts";
import type { Notice } from "#core/notices.ts";
import type { SiteData } from "#web/shell/site-data.ts";
import { endFailures, toast } from "#web/ui/toast.tsx";
import type { Arrival } from "./arrival.ts";
import { decodeClaims } from "./claims.ts";
import { lastEmailAddress } from "./last-email-address.ts";
import { findSessionHolder } from "./session-holder.ts";
import { signingIn } from "./signing-in.ts";
import { toFormFailure } from "./to-form-failure.ts";
import type { View } from "./views.ts";

export interface SignInState {
  readonly view: View;
  readonly email: string;
  readonly username: string;
  /** The purpose of the email that the view "code" refers to. */
  readonly purpose: EmailPurpose;
  readonly failure: AuthFailure | null;
  /** Whether a toast has shown the failure. */
  readonly isToasted: boolean;
  /** Factors to verify with; null while unknown. */
  readonly factors: readonly VerifiableFactor[] | null;
  readonly arrival: Arrival | null;
}

const FIRST_STATE: SignInState = {
  view: "login",
  email: "",
  username: "",
  purpose: "magic-link",
  failure: null,
  isToasted: false,
  factors: null,
  arrival: null,
};

interface SignInSettings {
  readonly options: SignInOptions;
  readonly site: Pick<SiteData, "hasDemo" | "viewer" | "needsFactor">;
  /** Path to go to after signing in. */
  readonly next: string;
  /** Called when the sign-in is complete. */
  readonly onArrive: (to: string) => void;
}

/** The state shared by all sign-in views. */
export function useSignIn(start: Partial<SignInState>, settings: SignInSettings) {
  const { options, site, next, onArrive } = settings;
  const [state, setState] = useState<SignInState>({ ...FIRST_STATE, ...start });
  const [busy, setBusy] = useState(false);
  const change = (changed: Partial<SignInState>) => setState((known) => ({ ...known, ...changed }));

  useEffect(
    () => () => {
      signingIn.isActive = false;
    },
    [],
  );

  // Whether a call has produced a session. If not, the sign-in on this page is over when the call ends, so that sign-ins
  // in other tabs are noticed again.
  const hasArrived = useRef(false);

  /** Switches to another view and clears the failure. */
  function go(view: View, changed: Partial<SignInState> = {}): void {
    if (view !== "challenge") hasArrived.current = false;
    change({ view, failure: null, ...changed });
  }

  /** Runs calls of the auth client. With `failureToast`, errors also show a toast with the server's message. */
  async function call(
    work: (client: GoTrueClient) => Promise<void>,
    failureToast?: { readonly title: string; readonly description: string },
  ): Promise<void> {
    signingIn.isActive = true;
    setBusy(true);
    change({ failure: null });
    endFailures();
    try {
      const { getAuthClient } = await import("./auth-client.ts");
      await work(await getAuthClient());
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
      if (!hasArrived.current) signingIn.isActive = false;
      setBusy(false);
    }
  }

  /** Like `call`, but fails if another account has signed in since the page was rendered. */
  const signInBy: typeof call = (work, failureToast) =>
    call(async (client) => {
      const holder = await findSessionHolder(client);
      if (holder !== undefined && holder !== site.viewer?.id && !site.needsFactor) throw SIGNED_IN_ELSEWHERE;
      await work(client);
    }, failureToast);

  /** Continues with a new session: to the second factor if required, else to its destination. */
  function arrive(session: Session, arrival: Arrival): void {
    lastEmailAddress.clear();
    hasArrived.current = true;
    const factors = listRequiredFactors(session);
    if (factors.length > 0) go("challenge", { factors, arrival });
    else {
      if (arrival.notice) void greet(arrival.notice);
      onArrive(arrival.to);
    }
  }

  return { ...settings, state, busy, change, go, call, signInBy, arrive, next };
}

export type SignIn = ReturnType<typeof useSignIn>;

const SIGNED_IN_ELSEWHERE = {
  code: "",
  message: "Another tab has signed in. Reload this page to continue.",
};

/** The notices are loaded on demand, because few users of the form need them. */
async function greet(notice: Notice): Promise<void> {
  const { NOTICES } = await import("#core/notices.ts");
  toast(NOTICES[notice]);
}

/** The factors to verify a new session with. Recovery codes alone don't require verification. */
function listRequiredFactors(session: Session): VerifiableFactor[] {
  const verified = (session.user.factors ?? []).filter(({ status }) => status === "verified");
  if (
    decodeClaims(session.access_token)?.aal === "aal2" ||
    !verified.some(({ factor_type }) => factor_type === "totp")
  )
    return [];
  return verified
    .map(({ id, friendly_name, factor_type }) => ({
      id,
      name: friendly_name ?? "",
      type: (factor_type as string) === "totp" ? ("totp" as const) : ("recovery_code" as const),
    }))
    .sort((a, b) => Number(a.type === "recovery_code") - Number(b.type === "recovery_code"));
}
