import type { GoTrueClient } from "@supabase/auth-js";
import type { FormEvent, ReactNode } from "react";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/field.tsx";
import { ProblemNote } from "./form-parts.tsx";
import type { SignIn } from "./use-sign-in.ts";

interface EmailAddressFormProps {
  readonly signIn: SignIn;
  /** The form's action without JavaScript; `intent` names the operation there. */
  readonly action: string;
  readonly intent: string;
  readonly label?: string;
  /** Whether the field receives focus when the view opens. */
  readonly autoFocus?: boolean;
  readonly button: string;
  readonly busyButton: string;
  readonly send: (client: GoTrueClient, email: string) => Promise<void>;
  /** Shown above the field. */
  readonly children?: ReactNode;
}

/** A form with only an email field. */
export function EmailAddressForm({
  signIn,
  action,
  intent,
  label = "Email",
  autoFocus,
  ...props
}: EmailAddressFormProps) {
  const { state, busy, call, change } = signIn;
  const { failure } = state;

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get("email"));
    change({ email });
    void call((client) => props.send(client, email));
  }

  return (
    <form method="post" action={action} onSubmit={submit} className="grid gap-4">
      {props.children}
      <input type="hidden" name="intent" value={intent} />
      <TextField
        label={label}
        name="email"
        type="email"
        data-autofocus={autoFocus}
        required
        autoComplete="username"
        defaultValue={state.email}
        error={failure?.field === "email" ? failure.message : undefined}
      />
      {failure && failure.field !== "email" ? <ProblemNote>{failure.message}</ProblemNote> : null}
      <Button type="submit" variant="primary" disabled={busy}>
        {busy ? props.busyButton : props.button}
      </Button>
    </form>
  );
}
