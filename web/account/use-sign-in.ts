import type { GoTrueClient, Session } from "@supabase/auth-js";
import { useEffect, useRef, useState } from "react";
import type { AuthFailure } from "#core/accounts/auth-failure.ts";
import type { MailPurpose, ProvableFactor, SignInOptions } from "#core/accounts/sign-in-options.ts";
import { BUG } from "#core/messages.ts";
import type { Notice } from "#core/notices.ts";
import type { SiteData } from "#web/shell/site-data.ts";
import { endFailures, toast } from "#web/ui/toast.tsx";
import type { Arrival } from "./arrival.ts";
import { claimsOf } from "./claims.ts";
import { mailedAddress } from "./mailed-address.ts";
import { readFailure } from "./read-failure.ts";
import { holderOf } from "./session-holder.ts";
import { signingIn } from "./signing-in.ts";
import type { View } from "./views.ts";

export interface SignInState {
  readonly view: View;
  readonly email: string;
  readonly username: string;
  /** What the mail of the view "code" is for. */
  readonly purpose: MailPurpose;
  readonly failure: AuthFailure | null;
  /** Whether a toast has said it. */
  readonly isToasted: boolean;
  /** Ways to prove the second factor; null while they are not known. */
  readonly factors: readonly ProvableFactor[] | null;
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
  /** A path of this site. */
  readonly next: string;
  /** Called once the person is signed in for good. */
  readonly onArrive: (to: string) => void;
}

/** The one state behind the views: what is shown, what was typed, what was refused. */
export function useSignIn(start: Partial<SignInState>, settings: SignInSettings) {
  const { options, site, next, onArrive } = settings;
  const [state, setState] = useState<SignInState>({ ...FIRST_STATE, ...start });
  const [busy, setBusy] = useState(false);
  const change = (changed: Partial<SignInState>) => setState((known) => ({ ...known, ...changed }));

  useEffect(
    () => () => {
      signingIn.here = false;
    },
    [],
  );

  // Whether this page has a session that it still leads somewhere. A call that brought none ends the sign-in here, so
  // that one in another tab is heard of.
  const hasArrived = useRef(false);

  /** Shows another view; what was refused in this one is over. */
  function go(view: View, changed: Partial<SignInState> = {}): void {
    if (view !== "challenge") hasArrived.current = false;
    change({ view, failure: null, ...changed });
  }

  /** Runs calls of the auth client. `told`: the toast that says their refusal, in the server's words. */
  async function call(
    work: (client: GoTrueClient) => Promise<void>,
    told?: { readonly title: string; readonly description: string },
  ): Promise<void> {
    signingIn.here = true;
    setBusy(true);
    change({ failure: null });
    endFailures();
    try {
      const { getAuthClient } = await import("./auth-client.ts");
      await work(await getAuthClient());
    } catch (error) {
      const fallback = told?.description ?? BUG.message;
      const failure = readFailure(error, {
        rules: options.password,
        fallback,
        inOwnWords: told !== undefined,
      });
      change({ failure, isToasted: told !== undefined });
      if (told) toast({ title: told.title, description: failure.message, destructive: true });
    } finally {
      if (!hasArrived.current) signingIn.here = false;
      setBusy(false);
    }
  }

  /** The same for a form that signs in: refused while an account is signed in that this page does not show. */
  const signInBy: typeof call = (work, told) =>
    call(async (client) => {
      const holder = await holderOf(client);
      if (holder !== undefined && holder !== site.viewer?.id && !site.needsFactor) throw SIGNED_IN_ELSEWHERE;
      await work(client);
    }, told);

  /** Goes on with a new session: to the second factor where there is one, else to where it leads. */
  function arrive(session: Session, arrival: Arrival): void {
    mailedAddress.forget();
    hasArrived.current = true;
    const factors = factorsToProve(session);
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

/** Its words are loaded now: few who see the form need them. */
async function greet(notice: Notice): Promise<void> {
  const { NOTICES } = await import("#core/notices.ts");
  toast(NOTICES[notice]);
}

/** The verified factors of a session that has proved none of them; recovery codes alone ask for nothing. */
function factorsToProve(session: Session): ProvableFactor[] {
  const verified = (session.user.factors ?? []).filter(({ status }) => status === "verified");
  if (
    claimsOf(session.access_token)?.aal === "aal2" ||
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
