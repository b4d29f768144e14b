import type { GoTrueClient } from "@supabase/auth-js";
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { AuthFailure } from "#core/accounts/auth-failure.ts";
import type { PasswordRules } from "#core/accounts/password-rules.ts";
import { BUG } from "#core/messages.ts";
import { Problem } from "#web/forms/form-controls.tsx";
import { decodeClaims } from "#web/session/claims.ts";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/field.tsx";
import { useConfirmIdentity } from "./confirm-identity.tsx";
import { NewPasswordField } from "./new-password-field.tsx";
import { toFormFailure } from "./to-form-failure.ts";

interface NewPasswordFormProps {
  readonly action: string;
  readonly rules: PasswordRules;
  /** The page was rendered for this account and must not change another one. */
  readonly accountId: string;
  readonly email: string | null;
  /** Set for invited users, who also choose a username. */
  readonly username?: string | undefined;
  readonly failure: AuthFailure | null;
  /** Stores the session first if it isn't stored yet. */
  readonly prepare?: (client: GoTrueClient) => Promise<void>;
  readonly onDone: () => void;
}

const NO_REASONS: readonly string[] = [];

/** Shown when another account has signed in, in another tab, since the page was rendered. */
export const OTHER_ACCOUNT = "You're now signed in to another account. Reload this page to continue.";

export function NewPasswordForm(props: NewPasswordFormProps) {
  const { action, rules, accountId, email, username, prepare, onDone } = props;
  const [failure, setFailure] = useState(props.failure);
  const [busy, setBusy] = useState(false);
  const confirmIdentity = useConfirmIdentity();
  const form = useRef<HTMLFormElement>(null);
  const isInvited = username !== undefined;
  const getValue = (name: string) => String(new FormData(form.current ?? undefined).get(name) ?? "");

  const invalidField = failure?.field;
  useEffect(() => {
    if (invalidField) form.current?.querySelector<HTMLElement>(`input[name=${invalidField}]`)?.focus();
  }, [invalidField]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    setFailure(null);
    try {
      const { getAuthClient } = await import("#web/session/auth-client.ts");
      const client = await getAuthClient();
      await prepare?.(client);
      const { data } = await client.getSession();
      if (data.session && decodeClaims(data.session.access_token)?.sub !== accountId)
        throw { message: OTHER_ACCOUNT };
      const change = () =>
        client.updateUser({
          password: getValue("password"),
          ...(isInvited ? { data: { username: getValue("username") } } : {}),
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
    <form ref={form} method="post" action={action} onSubmit={submit} className="grid gap-4">
      <input type="hidden" name="account" value={accountId} />
      {email ? (
        // For password managers.
        <input type="text" name="email" autoComplete="username" value={email} readOnly hidden />
      ) : null}
      {isInvited ? (
        <TextField
          label="Username"
          name="username"
          required
          autoComplete="nickname"
          defaultValue={username}
          hint="3 to 30 characters. Visible to everyone."
          error={failure?.field === "username" ? failure.message : undefined}
        />
      ) : null}
      <NewPasswordField
        label={isInvited ? "Password" : "New password"}
        rules={rules}
        getOwner={() => ({ email, username: isInvited ? getValue("username") : undefined })}
        rejectionReasons={failure?.field === "password" ? failure.reasons : NO_REASONS}
      />
      {failure && failure.field !== "password" && failure.field !== "username" ? (
        <Problem>{failure.message}</Problem>
      ) : null}
      <Button type="submit" variant="primary" disabled={busy}>
        {busy ? "Saving..." : isInvited ? "Join" : "Save password"}
      </Button>
    </form>
  );
}
