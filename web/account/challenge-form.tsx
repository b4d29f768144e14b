import type { GoTrueClient } from "@supabase/auth-js";
import { type FormEvent, Suspense, useEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { SIGNED_OUT } from "#core/messages.ts";
import { Problem, SubmitButton } from "#web/forms/form-controls.tsx";
import { lazyInBrowser } from "#web/router/lazy-component.tsx";
import { toast } from "#web/ui/toast.tsx";
import { useHydrated } from "#web/ui/use-hydrated.ts";
import { FactorCodeField, FactorSelect } from "./factor-fields.tsx";
import { AlternativeActions, SignInForm, TextButton } from "./form-parts.tsx";
import { loadOptions } from "./load-options.ts";
import type { SignIn } from "./use-sign-in.ts";

const PasskeyProof = lazyInBrowser(() => import("./passkey-proof.tsx"));

/** Verifies the second factor to complete a sign-in. Until then, the user is a visitor everywhere else. */
export function ChallengeForm({ signIn }: { signIn: SignIn }) {
  const { state, busy, next, call, complete, showView } = signIn;
  const { failure } = state;
  const hydrated = useHydrated();
  const factors = (state.factors ?? []).filter(({ type }) => type !== "webauthn");
  const passkey = state.factors?.find(({ type }) => type === "webauthn");
  const { revalidate } = useRevalidator();
  const [selectedId, setSelectedId] = useState(factors[0]?.id ?? "");
  const factor = factors.find(({ id }) => id === selectedId) ?? factors[0];
  const recoveryFactor = factors.find(({ type }) => type === "recovery_code");
  const isRecovery = factor?.type === "recovery_code";

  // If the sign-in was started in another tab, this page doesn't know the factors yet.
  const isLoading = state.factors === null;
  const latestChange = useRef(signIn.change);
  latestChange.current = signIn.change;
  useEffect(() => {
    if (isLoading) void loadOptions().then(({ factors }) => latestChange.current({ factors: factors ?? [] }));
  }, [isLoading]);

  function selectFactor(id: string) {
    setSelectedId(id);
    signIn.change({ failure: null });
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!factor) return;
    const form = event.currentTarget;
    const code = String(new FormData(form).get("code")).trim();
    void call(async (client) => {
      const { error } = isRecovery
        ? await client.mfa.recoveryCodes.verify({ code })
        : await client.mfa.challengeAndVerify({ factorId: factor.id, code: code.replace(/\s/g, "") });
      if (error) {
        (form.elements.namedItem("code") as HTMLInputElement | null)?.select();
        throw error;
      }
      await finish(client);
    });
  }

  async function finish(client: GoTrueClient) {
    const { data } = await client.getSession();
    if (data.session) await complete(data.session, state.destination ?? { to: next, notice: "welcome-back" });
  }

  function signOut(event: FormEvent) {
    event.preventDefault();
    void call(async (client) => {
      await client.signOut({ scope: "local" });
      toast(SIGNED_OUT);
      showView("login", { factors: null, destination: null });
      await revalidate();
    });
  }

  const intro = (
    <p className="text-sm text-muted">
      Your account is protected by two-factor authentication. Confirm it's you.
    </p>
  );
  const isPasskeyOnly = passkey !== undefined && factors.length === 0;
  return (
    <>
      <SignInForm signIn={signIn} intent="challenge" hidden={isPasskeyOnly} onSubmit={submit}>
        {intro}
        {factors.length > 1 ? (
          <FactorSelect name="factor" factors={factors} selectedId={factor?.id} onSelect={selectFactor} />
        ) : (
          <input type="hidden" name="factor" value={factor?.id ?? ""} />
        )}
        <FactorCodeField factor={factor} label="Code" name="code" data-autofocus autoFocus={!hydrated} />
        {failure && failure.field !== "code" ? <Problem>{failure.message}</Problem> : null}
        <SubmitButton
          label="Continue"
          busyLabel="Verifying..."
          variant="primary"
          disabled={!factor}
          className=""
        />
      </SignInForm>
      {passkey ? (
        <div className={isPasskeyOnly ? "grid gap-4" : "mt-2.5"}>
          {isPasskeyOnly ? intro : null}
          {hydrated ? (
            <Suspense>
              <PasskeyProof
                passkeyId={passkey.id}
                isOnly={isPasskeyOnly}
                busy={busy}
                onDone={() => void call(finish)}
              />
            </Suspense>
          ) : null}
          {isPasskeyOnly ? (
            <noscript>
              <p className="text-sm text-muted">Your account requires a passkey, which needs JavaScript.</p>
            </noscript>
          ) : null}
        </div>
      ) : null}
      <AlternativeActions>
        {hydrated && recoveryFactor && !isRecovery ? (
          <TextButton busy={busy} onClick={() => selectFactor(recoveryFactor.id)}>
            Use a recovery code
          </TextButton>
        ) : null}
        <form method="post" action="/sign-out" onSubmit={signOut}>
          <TextButton type="submit" busy={busy}>
            Sign out
          </TextButton>
        </form>
      </AlternativeActions>
    </>
  );
}
