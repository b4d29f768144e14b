import { type FormEvent, useEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import type { VerifiableFactor } from "#core/accounts/sign-in-options.ts";
import { SIGNED_OUT } from "#core/messages.ts";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/field.tsx";
import { SelectField } from "#web/ui/select-field.tsx";
import { toast } from "#web/ui/toast.tsx";
import { OtherWays, ProblemNote } from "./form-parts.tsx";
import { loadOptions } from "./load-options.ts";
import type { SignIn } from "./use-sign-in.ts";

/** Verifies the second factor after the password. Until then the user is a visitor everywhere else. */
export function ChallengeForm({ signIn }: { signIn: SignIn }) {
  const { state, busy, next, call, arrive, go } = signIn;
  const { failure } = state;
  const factors = state.factors ?? [];
  const { revalidate } = useRevalidator();
  const [chosen, setChosen] = useState(factors[0]?.id ?? "");
  const factor = factors.find(({ id }) => id === chosen) ?? factors[0];
  const isRecovery = factor?.type === "recovery_code";

  // When the sign-in was started in another tab, this page doesn't know the factors yet.
  const isUnknown = state.factors === null;
  const change = useRef(signIn.change);
  change.current = signIn.change;
  useEffect(() => {
    if (isUnknown) void loadOptions().then(({ factors }) => change.current({ factors: factors ?? [] }));
  }, [isUnknown]);

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
      const { data } = await client.getSession();
      if (data.session) arrive(data.session, state.arrival ?? { to: next, notice: "welcome-back" });
    });
  }

  function signOut(event: FormEvent) {
    event.preventDefault();
    void call(async (client) => {
      await client.signOut({ scope: "local" });
      toast(SIGNED_OUT);
      go("login", { factors: null, arrival: null });
      await revalidate();
    });
  }

  return (
    <>
      <form
        method="post"
        action={`/auth?next=${encodeURIComponent(next)}`}
        onSubmit={submit}
        className="grid gap-4"
      >
        <input type="hidden" name="intent" value="challenge" />
        <p className="text-sm text-muted">
          Your account is protected by two-factor authentication. Confirm it's you.
        </p>
        {factors.length > 1 ? (
          <SelectField
            label="Verify with"
            name="factor"
            value={factor?.id}
            onChange={(event) => {
              setChosen(event.currentTarget.value);
              signIn.change({ failure: null });
            }}
          >
            {factors.map((one) => (
              <option key={one.id} value={one.id}>
                {getFactorName(one)}
              </option>
            ))}
          </SelectField>
        ) : (
          <input type="hidden" name="factor" value={factor?.id ?? ""} />
        )}
        <TextField
          key={factor?.id}
          label={isRecovery ? "Recovery code" : "Code"}
          name="code"
          data-autofocus
          required
          inputMode={isRecovery ? "text" : "numeric"}
          autoComplete={isRecovery ? "off" : "one-time-code"}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          hint={
            isRecovery
              ? "One of the codes you saved. Each works once."
              : "The six digits your authenticator app shows now."
          }
          error={failure?.field === "code" ? failure.message : undefined}
        />
        {failure && failure.field !== "code" ? <ProblemNote>{failure.message}</ProblemNote> : null}
        <Button type="submit" look="primary" disabled={busy || !factor}>
          {busy ? "One moment..." : "Continue"}
        </Button>
      </form>
      <OtherWays>
        <form method="post" action="/sign-out" onSubmit={signOut}>
          <button
            type="submit"
            disabled={busy}
            className="font-semibold text-accent hover:text-accent-strong hover:underline disabled:opacity-55"
          >
            Sign out
          </button>
        </form>
      </OtherWays>
    </>
  );
}

function getFactorName({ type, name }: VerifiableFactor): string {
  if (type === "recovery_code") return "A recovery code";
  return name === "" ? "Authenticator app" : `Authenticator app: ${name}`;
}
