import type { GoTrueClient } from "@supabase/auth-js";
import type { FormEvent, ReactNode } from "react";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/field.tsx";
import { ProblemNote } from "./form-parts.tsx";
import type { SignIn } from "./use-sign-in.ts";

interface AddressFormProps {
  readonly signIn: SignIn;
  /** Where the form goes without scripts, and what it asks for there. */
  readonly action: string;
  readonly intent: string;
  readonly label?: string;
  /** Whether the field is what a view begins with. */
  readonly autoFocus?: boolean;
  readonly button: string;
  readonly busyButton: string;
  /** Called with the address that was typed. */
  readonly send: (client: GoTrueClient, email: string) => Promise<void>;
  /** What stands over the field. */
  readonly children?: ReactNode;
}

/** Asks for an email address and nothing else. */
export function AddressForm({
  signIn,
  action,
  intent,
  label = "Email",
  autoFocus,
  ...props
}: AddressFormProps) {
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
      <Button type="submit" look="primary" disabled={busy}>
        {busy ? props.busyButton : props.button}
      </Button>
    </form>
  );
}
