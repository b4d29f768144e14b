import { type FormEvent, useMemo, useRef, useState } from "react";
import type { AccountOverview } from "#core/accounts/own-account.ts";
import { NewPasswordField } from "#web/account/new-password-field.tsx";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/field.tsx";
import type { SettingsAnswer } from "./answer-settings.ts";
import { Problem } from "./problem.tsx";
import { useAccountForm } from "./use-account-form.ts";

interface PasswordFormProps {
  readonly username: string;
  readonly account: AccountOverview;
  readonly answer: SettingsAnswer | undefined;
}

const ACTION = "/settings/security";
const CODE_FORM = "mail-password-code";

/** Changes the password. Depending on the site it also asks for the current one or an emailed code. */
export function PasswordForm({ username, account, answer }: PasswordFormProps) {
  const { email, hasPassword, passwordAsks, passwordRules } = account;
  const form = useRef<HTMLFormElement>(null);
  const [round, setRound] = useState(0);
  const { busy, problem, fields, run } = useAccountForm("password", answer, form);
  const codeForm = useAccountForm("mail-password-code", answer);
  const refused = useMemo(() => (fields.password ? [fields.password] : []), [fields.password]);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const sent = new FormData(event.currentTarget);
    const text = (name: string) => String(sent.get(name) ?? "");
    const changed = await run(
      (client) =>
        client.updateUser({
          password: text("password"),
          ...(passwordAsks.current ? { current_password: text("currentPassword") } : {}),
          ...(passwordAsks.code ? { nonce: text("code").replace(/\s/g, "") } : {}),
        }),
      "password-renewed",
      { hasCodeField: passwordAsks.code },
    );
    // Remounts the form to clear it.
    if (changed) setRound(round + 1);
  }

  return (
    <>
      <form
        key={round}
        ref={form}
        method="post"
        action={ACTION}
        onSubmit={submit}
        className="grid max-w-sm grid-cols-1 gap-4"
      >
        {/* For password managers. */}
        <input type="text" autoComplete="username" value={email ?? username} readOnly hidden />
        {passwordAsks.current ? (
          <TextField
            label="Current password"
            name="currentPassword"
            type="password"
            required
            autoComplete="current-password"
            error={fields.currentPassword}
          />
        ) : null}
        <NewPasswordField
          label={hasPassword ? "New password" : "Password"}
          rules={passwordRules}
          owner={() => ({ email, username })}
          refused={refused}
        />
        {passwordAsks.code ? (
          <div className="grid gap-2">
            <TextField
              label="Code"
              name="code"
              inputMode="numeric"
              autoComplete="one-time-code"
              error={fields.code}
              hint="You signed in more than a day ago, so we'll email you a code to make sure it's you."
            />
            {/* Belongs to another form, so that Enter changes the password instead of emailing another code. */}
            <Button
              type="submit"
              form={CODE_FORM}
              name="intent"
              value="mail-password-code"
              size="sm"
              disabled={codeForm.busy}
              className="justify-self-start"
              onClick={(event) => {
                event.preventDefault();
                void codeForm.run((client) => client.reauthenticate(), "code-mailed");
              }}
            >
              Email me a code
            </Button>
            {codeForm.problem ? <Problem>{codeForm.problem.message}</Problem> : null}
          </div>
        ) : null}
        {problem && Object.keys(fields).length === 0 ? (
          <Problem proofFor={problem.needsProof ? ACTION : undefined}>{problem.message}</Problem>
        ) : null}
        <Button type="submit" name="intent" value="password" disabled={busy} className="justify-self-start">
          {busy ? "Saving..." : hasPassword ? "Change password" : "Set password"}
        </Button>
      </form>
      {passwordAsks.code ? <form id={CODE_FORM} method="post" action={ACTION} /> : null}
    </>
  );
}
