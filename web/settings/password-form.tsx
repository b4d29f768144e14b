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

/** A new password, with what this site asks beside it: the present one, a code by mail, or neither. */
export function PasswordForm({ username, account, answer }: PasswordFormProps) {
  const { email, hasPassword, passwordAsks, passwordRules } = account;
  const form = useRef<HTMLFormElement>(null);
  const [round, setRound] = useState(0);
  const { busy, problem, fields, run } = useAccountForm("password", answer, form);
  const asking = useAccountForm("mail-password-code", answer);
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
    // A form of its own for the next time: nothing of this one is left in it.
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
        {/* For the browser's own keeper of passwords. */}
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
              hint="You signed in more than a day ago, so we mail a code to be sure it is you."
            />
            {/* Of a form of its own: Enter in a field changes the password, and does not mail another code. */}
            <Button
              type="submit"
              form={CODE_FORM}
              name="intent"
              value="mail-password-code"
              size="sm"
              disabled={asking.busy}
              className="justify-self-start"
              onClick={(event) => {
                event.preventDefault();
                void asking.run((client) => client.reauthenticate(), "code-mailed");
              }}
            >
              Mail me a code
            </Button>
            {asking.problem ? <Problem>{asking.problem.message}</Problem> : null}
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
