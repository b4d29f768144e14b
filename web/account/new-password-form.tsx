import type { GoTrueClient } from "@supabase/auth-js";
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { AuthFailure } from "#core/accounts/auth-failure.ts";
import type { PasswordRules } from "#core/accounts/password-rules.ts";
import { BUG } from "#core/messages.ts";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/field.tsx";
import { decodeClaims } from "./claims.ts";
import { useConfirmIdentity } from "./confirm-identity.tsx";
import { ProblemNote } from "./form-parts.tsx";
import { NewPasswordField } from "./new-password-field.tsx";
import { toFormFailure } from "./to-form-failure.ts";

interface NewPasswordFormProps {
  /** The form's action without scripts. */
  readonly action: string;
  readonly rules: PasswordRules;
  /** The page was rendered for this account and must not change another one. */
  readonly accountId: string;
  readonly email: string | null;
  /** Set for invited users, who also choose a username. */
  readonly username?: string | undefined;
  /** The error of a form sent without scripts. */
  readonly failure: AuthFailure | null;
  /** Stores the session first if it isn't stored yet. */
  readonly before?: (client: GoTrueClient) => Promise<void>;
  readonly onDone: () => void;
}

const NONE: readonly string[] = [];

/** Shown when another account has signed in in another tab since the page was rendered. */
export const OTHER_ACCOUNT = "You're signed in to another account now. Reload this page before you continue.";

/** Sets the password after a recovery link or an invitation. */
export function NewPasswordForm(props: NewPasswordFormProps) {
  const { action, rules, accountId, email, username, before, onDone } = props;
  const [failure, setFailure] = useState(props.failure);
  const [busy, setBusy] = useState(false);
  const confirmIdentity = useConfirmIdentity();
  const element = useRef<HTMLFormElement>(null);
  const isInvited = username !== undefined;
  const typed = (name: string) => String(new FormData(element.current ?? undefined).get(name) ?? "");

  // Focuses the field that was refused.
  const refused = failure?.field;
  useEffect(() => {
    if (refused) element.current?.querySelector<HTMLElement>(`input[name=${refused}]`)?.focus();
  }, [refused]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    setFailure(null);
    try {
      const { getAuthClient } = await import("./auth-client.ts");
      const client = await getAuthClient();
      await before?.(client);
      const { data } = await client.getSession();
      if (data.session && decodeClaims(data.session.access_token)?.sub !== accountId)
        throw { message: OTHER_ACCOUNT };
      const change = () =>
        client.updateUser({
          password: typed("password"),
          ...(isInvited ? { data: { username: typed("username") } } : {}),
        });
      let { error } = await change();
      if (error?.code === "reauthentication_needed" && (await confirmIdentity()))
        ({ error } = await change());
      if (error) throw error;
      onDone();
    } catch (error) {
      setFailure(toFormFailure(error, { rules, fallback: BUG.message }));
    } finally {
      setBusy(false);
    }
  }

  return (
    <form ref={element} method="post" action={action} onSubmit={submit} className="grid gap-4">
      <input type="hidden" name="account" value={accountId} />
      {email ? (
        // For password managers.
        <input type="hidden" name="email" autoComplete="username" value={email} />
      ) : null}
      {isInvited ? (
        <TextField
          label="Username"
          name="username"
          required
          autoComplete="nickname"
          defaultValue={username}
          hint="3 to 30 characters. Others will see it."
          error={failure?.field === "username" ? failure.message : undefined}
        />
      ) : null}
      <NewPasswordField
        label={isInvited ? "Password" : "New password"}
        rules={rules}
        owner={() => ({ email, username: isInvited ? typed("username") : undefined })}
        refused={failure?.field === "password" ? failure.reasons : NONE}
      />
      {failure && failure.field !== "password" && failure.field !== "username" ? (
        <ProblemNote>{failure.message}</ProblemNote>
      ) : null}
      <Button type="submit" look="primary" disabled={busy}>
        {busy ? "Saving..." : isInvited ? "Join" : "Save password"}
      </Button>
    </form>
  );
}
