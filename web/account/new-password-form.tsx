import type { GoTrueClient } from "@supabase/auth-js";
import { type FormEvent, useMemo, useRef } from "react";
import type { PasswordRules } from "#core/accounts/password-rules.ts";
import { Problem } from "#web/forms/form-controls.tsx";
import { decodeClaims } from "#web/session/claims.ts";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/field.tsx";
import { NewPasswordField } from "./new-password-field.tsx";
import { useAccountForm } from "./use-account-form.ts";

interface NewPasswordFormProps {
  readonly action: string;
  readonly rules: PasswordRules;
  /** The account that the form is for. The form must not change another account's password. */
  readonly accountId: string;
  readonly email: string | null;
  /** Set for invited users, who also choose a username. */
  readonly username?: string | undefined;
  /** Stores the session first if it isn't stored yet. */
  readonly prepare?: (client: GoTrueClient) => Promise<void>;
  readonly onDone: () => void;
}

/** Shown if the user has switched accounts in another tab since the page was rendered. */
export const OTHER_ACCOUNT = "You're now signed in to another account. Reload this page to continue.";

export function NewPasswordForm(props: NewPasswordFormProps) {
  const { action, rules, accountId, email, username, prepare, onDone } = props;
  const form = useRef<HTMLFormElement>(null);
  const { busy, problem, fieldErrors, input, run } = useAccountForm("", { form });
  const isInvited = username !== undefined;
  const getValue = (name: string) => String(new FormData(form.current ?? undefined).get(name) ?? "");
  const rejectionReasons = useMemo(
    () => (fieldErrors.password ? [fieldErrors.password] : []),
    [fieldErrors.password],
  );

  async function submit(event: FormEvent) {
    event.preventDefault();
    const response = await run(async (client) => {
      await prepare?.(client);
      const { data } = await client.getSession();
      if (data.session && decodeClaims(data.session.access_token)?.sub !== accountId)
        throw new Error(OTHER_ACCOUNT);
      return client.updateUser({
        password: getValue("password"),
        ...(isInvited ? { data: { username: getValue("username") } } : {}),
      });
    });
    if (response) onDone();
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
          defaultValue={input.username ?? username}
          hint="3 to 30 characters. Visible to everyone."
          error={fieldErrors.username}
        />
      ) : null}
      <NewPasswordField
        label={isInvited ? "Password" : "New password"}
        rules={rules}
        getOwner={() => ({ email, username: isInvited ? getValue("username") : undefined })}
        rejectionReasons={rejectionReasons}
      />
      {problem && Object.keys(fieldErrors).length === 0 ? (
        <Problem stepUpReturnPath={problem.needsStepUp ? action : undefined}>{problem.message}</Problem>
      ) : null}
      <Button type="submit" variant="primary" busy={busy}>
        {busy ? "Saving..." : isInvited ? "Join" : "Save password"}
      </Button>
    </form>
  );
}
