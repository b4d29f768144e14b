import type { FormEvent } from "react";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/field.tsx";
import { AlternativeActions, ProblemNote, ViewLink } from "./form-parts.tsx";
import type { SignIn } from "./use-sign-in.ts";

/** Asks for the phone number to text a code to. The response doesn't reveal whether an account exists. */
export function PhoneForm({ signIn }: { signIn: SignIn }) {
  const { state, options, next, busy, call, change, showView } = signIn;
  const { failure } = state;

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const phone = String(new FormData(event.currentTarget).get("phone"));
    change({ phone });
    void call(async (client) => {
      const { error } = await client.signInWithOtp({
        phone,
        options: { shouldCreateUser: !options.signupDisabled },
      });
      if (error) throw error;
      showView("phone-code", { phone });
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
        <p className="text-sm text-muted">We'll text you a code to sign in without a password.</p>
        <input type="hidden" name="intent" value="phone" />
        <PhoneField phone={state.phone} error={failure?.field === "phone" ? failure.message : undefined} />
        {failure && failure.field !== "phone" ? <ProblemNote>{failure.message}</ProblemNote> : null}
        <Button type="submit" variant="primary" disabled={busy}>
          {busy ? "Sending..." : "Text me a code"}
        </Button>
      </form>
      <AlternativeActions>
        <ViewLink signIn={signIn} view="login">
          Back to login
        </ViewLink>
      </AlternativeActions>
    </>
  );
}

export function PhoneField({ phone, error }: { phone: string; error: string | undefined }) {
  return (
    <TextField
      label="Phone number"
      name="phone"
      type="tel"
      data-autofocus
      required
      autoComplete="tel"
      maxLength={40}
      defaultValue={phone}
      hint="With the country code, for example +49 1512 3456789"
      error={error}
    />
  );
}
