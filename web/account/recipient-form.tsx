import type { GoTrueClient } from "@supabase/auth-js";
import type { FormEvent, ReactNode } from "react";
import { Problem } from "#web/forms/problem.tsx";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/field.tsx";
import type { SignIn } from "./use-sign-in.ts";

/** What a link or code is sent to. */
export type RecipientKind = "email" | "phone";

interface RecipientFormProps {
  readonly signIn: SignIn;
  readonly kind?: RecipientKind;
  /** The form's action without JavaScript; `intent` names the operation there. */
  readonly action?: string;
  readonly intent: string;
  readonly label?: string;
  /** Whether the field receives focus when the view opens. */
  readonly autoFocus?: boolean;
  readonly button: string;
  readonly busyButton: string;
  readonly send: (client: GoTrueClient, recipient: string) => Promise<void>;
  /** Shown above the field. */
  readonly children?: ReactNode;
}

/** A form with only an email address or a phone number. */
export function RecipientForm({ signIn, kind = "email", label, autoFocus, ...props }: RecipientFormProps) {
  const { state, busy, next, call, change } = signIn;
  const { failure } = state;

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const recipient = String(new FormData(event.currentTarget).get(kind));
    change({ [kind]: recipient });
    void call((client) => props.send(client, recipient));
  }

  return (
    <form method="post" action={props.action ?? buildAction(next)} onSubmit={submit} className="grid gap-4">
      {props.children}
      <input type="hidden" name="intent" value={props.intent} />
      <RecipientField signIn={signIn} kind={kind} label={label} autoFocus={autoFocus} />
      {failure && failure.field !== kind ? <Problem>{failure.message}</Problem> : null}
      <Button type="submit" variant="primary" disabled={busy}>
        {busy ? props.busyButton : props.button}
      </Button>
    </form>
  );
}

/** Where the sign-in card's forms are sent without JavaScript. */
export const buildAction = (next: string) => `/auth?next=${encodeURIComponent(next)}`;

interface RecipientFieldProps extends Pick<RecipientFormProps, "signIn" | "label" | "autoFocus"> {
  readonly kind: RecipientKind;
}

export function RecipientField({ signIn: { state }, kind, label, autoFocus }: RecipientFieldProps) {
  const { failure } = state;
  const isEmail = kind === "email";
  return (
    <TextField
      label={label ?? (isEmail ? "Email" : "Phone number")}
      name={kind}
      type={isEmail ? kind : "tel"}
      data-autofocus={autoFocus}
      required
      autoComplete={isEmail ? "username" : "tel"}
      maxLength={isEmail ? undefined : 40}
      defaultValue={state[kind]}
      hint={isEmail ? undefined : "With the country code, for example +49 1512 3456789"}
      error={failure?.field === kind ? failure.message : undefined}
    />
  );
}
