import { type FormEvent, type ReactNode, useState } from "react";
import { type EmailPurpose, VERIFY_TYPES } from "#core/accounts/sign-in-options.ts";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/field.tsx";
import { getDestination, getSignInMethod } from "./destination.ts";
import { AlternativeActions, ProblemNote, TextButton, ViewLink } from "./form-parts.tsx";
import type { SignIn } from "./use-sign-in.ts";

interface CodeFormProps {
  readonly signIn: SignIn;
  /** Replaces the text about the email that was sent. */
  readonly children?: ReactNode;
}

/** "Verify your email": the user follows the emailed link or types its code here. */
export function CodeForm({ signIn, children }: CodeFormProps) {
  const { options, state, busy, next, call, callToSignIn, change, complete } = signIn;
  const { failure, purpose } = state;
  const [needsEmail] = useState(state.email === "");
  const [status, setStatus] = useState("");

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const email = String(form.get("email"));
    const token = String(form.get("code")).replace(/\s/g, "");
    change({ email });
    setStatus("");
    void callToSignIn(async (client) => {
      const { data, error } = await client.verifyOtp({ type: VERIFY_TYPES[purpose], email, token });
      if (error) throw error;
      if (data.session)
        return complete(data.session, getDestination(purpose, next), getSignInMethod(purpose));
      setStatus("This address is confirmed. Now follow the link in the email we sent to your other address.");
    });
  }

  function resend() {
    setStatus("");
    void call(async (client) => {
      const { requestEmail } = await import("./email-requests.ts");
      await requestEmail(client, { email: state.email, purpose, next, mayCreate: false });
      setStatus("Sent again. Only the latest email works.");
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
        {children ?? (
          <EmailSentText purpose={purpose} email={state.email} isSent={options.isEmailConfigured} />
        )}
        <input type="hidden" name="intent" value="code" />
        <input type="hidden" name="purpose" value={purpose} />
        {needsEmail ? (
          <TextField
            label="Email"
            name="email"
            type="email"
            required
            autoComplete="username"
            defaultValue={state.email}
            error={failure?.field === "email" ? failure.message : undefined}
          />
        ) : (
          <input type="hidden" name="email" value={state.email} />
        )}
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
        {failure && failure.field !== "code" && !(needsEmail && failure.field === "email") ? (
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
        {state.email ? (
          <TextButton disabled={busy} onClick={resend}>
            Send it again
          </TextButton>
        ) : null}
        <ViewLink signIn={signIn} view="login">
          Back to sign-in
        </ViewLink>
      </AlternativeActions>
    </>
  );
}

/** Doesn't reveal whether an account exists. */
function EmailSentText({
  purpose,
  email,
  isSent,
}: {
  purpose: EmailPurpose;
  email: string;
  isSent: boolean;
}) {
  const recipient = <strong className="break-words text-text">{email}</strong>;
  const isNew = purpose === "signup";
  return (
    <p role="status" className="text-sm text-muted">
      {email === "" ? (
        "Enter the code from our email and the address we sent it to."
      ) : !isSent ? (
        <>
          This site doesn't send email yet.{" "}
          {isNew ? (
            <>Ask an administrator for the code for {recipient}.</>
          ) : (
            <>If there's an account for {recipient}, ask an administrator for the code.</>
          )}
        </>
      ) : (
        <>
          {isNew ? (
            <>Check your inbox: we've sent a confirmation link to {recipient}. </>
          ) : (
            <>Check your inbox: if there's an account for {recipient}, we've sent a link to it. </>
          )}
          Open it in this browser, or enter the code from the email.
        </>
      )}
    </p>
  );
}
