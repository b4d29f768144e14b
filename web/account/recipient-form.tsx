import type { GoTrueClient } from "@supabase/auth-js";
import type { FormEvent, ReactNode } from "react";
import { Problem, SubmitButton } from "#web/forms/form-controls.tsx";
import { TextField } from "#web/ui/field.tsx";
import { SignInForm } from "./sign-in-form.tsx";
import type { SignIn } from "./use-sign-in.ts";

export type RecipientKind = "email" | "phone";

interface RecipientFormProps {
  readonly signIn: SignIn;
  readonly kind?: RecipientKind;
  /** The form's action without JavaScript; `intent` names the operation there. */
  readonly action?: string;
  readonly intent: string;
  readonly label?: string;
  readonly autoFocus?: boolean;
  readonly button: string;
  readonly busyButton: string;
  readonly send: (client: GoTrueClient, recipient: string) => Promise<void>;
  readonly children?: ReactNode;
}

export function RecipientForm({
  signIn,
  kind = "email",
  label,
  autoFocus,
  action,
  ...props
}: RecipientFormProps) {
  const { call, change } = signIn;
  const { failure } = signIn.state;

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const recipient = String(new FormData(event.currentTarget).get(kind));
    change({ [kind]: recipient });
    void call((client) => props.send(client, recipient));
  }

  return (
    <SignInForm signIn={signIn} intent={props.intent} {...(action && { action })} onSubmit={submit}>
      {props.children}
      <RecipientField signIn={signIn} kind={kind} label={label} autoFocus={autoFocus} />
      {failure && failure.field !== kind ? <Problem>{failure.message}</Problem> : null}
      <SubmitButton label={props.button} busyLabel={props.busyButton} variant="primary" className="" />
    </SignInForm>
  );
}

interface RecipientFieldProps extends Pick<RecipientFormProps, "signIn" | "label" | "autoFocus"> {
  readonly kind: RecipientKind;
}

export function RecipientField({ signIn: { state }, kind, label, autoFocus }: RecipientFieldProps) {
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
    />
  );
}
