import { type FormEvent, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/field.tsx";
import { AlternativeActions, ProblemNote, TextButton, ViewLink } from "./form-parts.tsx";
import { PhoneField } from "./phone-form.tsx";
import type { SignIn } from "./use-sign-in.ts";

/** Signs in with the code from the text message. */
export function PhoneCodeForm({ signIn }: { signIn: SignIn }) {
  const { options, state, busy, next, call, callToSignIn, change, complete } = signIn;
  const { failure } = state;
  const [needsPhone] = useState(state.phone === "");
  const [status, setStatus] = useState("");

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const phone = String(form.get("phone"));
    const token = String(form.get("code")).replace(/\s/g, "");
    change({ phone });
    setStatus("");
    void callToSignIn(async (client) => {
      const { data, error } = await client.verifyOtp({ type: "sms", phone, token });
      if (error) throw error;
      if (data.session) complete(data.session, { to: next, notice: "welcome-back" });
    });
  }

  function resend() {
    setStatus("");
    void call(async (client) => {
      // The protocol's call to resend is only for numbers that were never confirmed.
      const { error } = await client.signInWithOtp({
        phone: state.phone,
        options: { shouldCreateUser: !options.signupDisabled },
      });
      if (error) throw error;
      setStatus("Sent again. Only the latest code works.");
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
        {needsPhone ? (
          <PhoneField phone="" error={failure?.field === "phone" ? failure.message : undefined} />
        ) : (
          <>
            <p role="status" className="text-sm text-muted">
              If we can send text messages to <strong className="text-text">{state.phone}</strong>, you'll get
              a code within a minute.
            </p>
            <input type="hidden" name="phone" value={state.phone} />
          </>
        )}
        <input type="hidden" name="intent" value="phone-code" />
        <TextField
          label="Code"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          data-autofocus
          required
          maxLength={options.codeLength + 4}
          placeholder={"0".repeat(options.codeLength)}
          className="[&_input]:figures [&_input]:tracking-[0.3em]"
          error={failure?.field === "code" ? failure.message : undefined}
        />
        {failure && failure.field !== "code" && !(needsPhone && failure.field === "phone") ? (
          <ProblemNote>{failure.message}</ProblemNote>
        ) : null}
        <p role="status" className="text-sm text-muted empty:hidden">
          {status}
        </p>
        <Button type="submit" variant="primary" disabled={busy}>
          {busy ? "Verifying..." : "Continue"}
        </Button>
      </form>
      <AlternativeActions>
        {state.phone ? (
          <TextButton disabled={busy} onClick={resend}>
            Send it again
          </TextButton>
        ) : null}
        <ViewLink signIn={signIn} view="phone">
          Change the number
        </ViewLink>
        <ViewLink signIn={signIn} view="login">
          Back to login
        </ViewLink>
      </AlternativeActions>
    </>
  );
}
