import { type FormEvent, useMemo, useRef, useState } from "react";
import type { AccountOverview } from "#core/accounts/own-account.ts";
import { getEmailNotice } from "#core/notices.ts";
import { NewPasswordField } from "#web/account/new-password-field.tsx";
import { useAccountForm } from "#web/account/use-account-form.ts";
import { Problem, SubmitButton } from "#web/forms/form-controls.tsx";
import { Button } from "#web/ui/button.tsx";
import { PasswordField, TextField } from "#web/ui/field.tsx";
import { AccountForm, AccountProblem, SECURITY_PATH } from "./account-form.tsx";

interface PasswordFormProps {
  readonly username: string;
  readonly account: AccountOverview & { readonly isEmailConfigured: boolean };
}

const CODE_FORM_ID = "send-password-code";
const ASK_FOR_CODE =
  "This site doesn't send email yet. To confirm it's you, create a code, then ask an administrator for it.";

/** Shown instead of the form if a code would be required but the member can't receive codes. */
const CONFIRM_FIRST = {
  "sign-in": "To confirm it's you, sign out, then sign in again.",
  address: "Add an email address first, so that we can send you a code.",
};

/**
 * Sets or changes the password. Depending on the site's settings and the session, also asks for the current one, a code
 * or both.
 */
export function PasswordForm({ username, account }: PasswordFormProps) {
  const { email, hasPassword, passwordChangeRequires, passwordRules, isEmailConfigured } = account;
  // Without an email address, the code is sent by text message.
  const isTexted = email === null;
  const form = useRef<HTMLFormElement>(null);
  const [formKey, setFormKey] = useState(0);
  const state = useAccountForm("password", { form });
  const { fieldErrors, run } = state;
  const codeForm = useAccountForm("send-password-code");
  const { confirmation } = passwordChangeRequires;
  const needsCode = confirmation === "code";
  const rejectionReasons = useMemo(
    () => (fieldErrors.password ? [fieldErrors.password] : []),
    [fieldErrors.password],
  );

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const formData = new FormData(event.currentTarget);
    const getText = (name: string) => String(formData.get(name) ?? "");
    const isChanged = await run(
      (client) =>
        client.updateUser({
          password: getText("password"),
          ...(passwordChangeRequires.current ? { current_password: getText("currentPassword") } : {}),
          ...(needsCode ? { nonce: getText("code").replace(/\s/g, "") } : {}),
        }),
      "password-changed",
      { hasCodeField: needsCode },
    );
    // Remounts the form to clear it.
    if (isChanged) setFormKey(formKey + 1);
  }

  if (confirmation === "sign-in" || confirmation === "address")
    return (
      <p className="text-sm text-muted">You signed in more than a day ago. {CONFIRM_FIRST[confirmation]}</p>
    );
  return (
    <>
      <AccountForm
        key={formKey}
        ref={form}
        state={state}
        onSubmit={submit}
        className="grid max-w-sm grid-cols-1 gap-4"
      >
        {/* For password managers. */}
        <input type="text" autoComplete="username" value={email ?? username} readOnly hidden />
        {passwordChangeRequires.current ? (
          <PasswordField
            label="Current password"
            name="currentPassword"
            required
            autoComplete="current-password"
          />
        ) : null}
        <NewPasswordField
          label={hasPassword ? "New password" : "Password"}
          rules={passwordRules}
          getOwner={() => ({ email, username })}
          rejectionReasons={rejectionReasons}
        />
        {needsCode ? (
          <div className="grid gap-2">
            <TextField
              label="Code"
              name="code"
              inputMode="numeric"
              autoComplete="one-time-code"
              hint={`You signed in more than a day ago. ${
                isTexted
                  ? "Request a code by text message to confirm it's you."
                  : isEmailConfigured
                    ? "Request a code by email to confirm it's you."
                    : ASK_FOR_CODE
              }`}
            />
            {/* Belongs to another form, so that Enter changes the password instead of requesting another code. */}
            <Button
              type="submit"
              form={CODE_FORM_ID}
              name="intent"
              value="send-password-code"
              size="sm"
              busy={codeForm.busy}
              className="justify-self-start"
              onClick={(event) => {
                event.preventDefault();
                void codeForm.run(
                  (client) => client.reauthenticate(),
                  isTexted ? "phone-code-sent" : getEmailNotice("code-sent", isEmailConfigured),
                );
              }}
            >
              {isTexted ? "Text me a code" : isEmailConfigured ? "Email me a code" : "Create a code"}
            </Button>
            {codeForm.problem ? <Problem>{codeForm.problem.message}</Problem> : null}
          </div>
        ) : null}
        {Object.keys(fieldErrors).length === 0 ? <AccountProblem state={state} /> : null}
        <SubmitButton label={hasPassword ? "Change password" : "Set password"} busyLabel="Saving..." />
      </AccountForm>
      {needsCode ? <form id={CODE_FORM_ID} method="post" action={SECURITY_PATH} /> : null}
    </>
  );
}
