import type { GoTrueClient } from "@supabase/auth-js";
import { type FormEvent, type ReactNode, useState } from "react";
import { Problem, SubmitButton } from "#web/forms/form-controls.tsx";
import { TextField } from "#web/ui/field.tsx";
import { AlternativeActions, TextButton, ViewLink } from "./form-parts.tsx";
import { RecipientField, type RecipientKind } from "./recipient-form.tsx";
import { SignInForm } from "./sign-in-form.tsx";
import type { SignIn } from "./use-sign-in.ts";

interface CodeEntryFormProps {
  readonly signIn: SignIn;
  /** What the code was sent to. The user enters it again if this page doesn't know it. */
  readonly kind: RecipientKind;
  readonly intent: string;
  /** Signs in, or returns a message to show. */
  readonly verify: (
    client: GoTrueClient,
    entered: { readonly recipient: string; readonly token: string },
  ) => Promise<string | undefined>;
  readonly resend: (client: GoTrueClient) => Promise<void>;
  readonly resentMessage: string;
  readonly links?: ReactNode;
  readonly children: ReactNode;
}

export function CodeEntryForm({ signIn, kind, verify, resend, ...props }: CodeEntryFormProps) {
  const { options, state, busy, call, submitSignIn, change } = signIn;
  const { failure } = state;
  const [needsRecipient] = useState(state[kind] === "");
  const [status, setStatus] = useState("");

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const recipient = String(form.get(kind));
    const token = String(form.get("code")).replace(/\s/g, "");
    change({ [kind]: recipient });
    setStatus("");
    void submitSignIn(async (client) => setStatus((await verify(client, { recipient, token })) ?? ""));
  }

  function sendAgain() {
    setStatus("");
    void call(async (client) => {
      await resend(client);
      setStatus(props.resentMessage);
    });
  }

  return (
    <>
      <SignInForm signIn={signIn} intent={props.intent} onSubmit={submit}>
        {props.children}
        {needsRecipient ? (
          <RecipientField signIn={signIn} kind={kind} />
        ) : (
          <input type="hidden" name={kind} value={state[kind]} />
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
        />
        {failure && failure.field !== "code" && !(needsRecipient && failure.field === kind) ? (
          <Problem>{failure.message}</Problem>
        ) : null}
        <p role="status" className="text-sm text-muted empty:hidden">
          {status}
        </p>
        <SubmitButton label="Continue" busyLabel="Verifying..." variant="primary" className="" />
      </SignInForm>
      <AlternativeActions>
        {state[kind] ? (
          <TextButton disabled={busy} onClick={sendAgain}>
            Send it again
          </TextButton>
        ) : null}
        {props.links}
        <ViewLink signIn={signIn} view="login" label="Back to sign-in" />
      </AlternativeActions>
    </>
  );
}
