import { RELEASED_USERNAME_DAYS } from "#core/accounts/username.ts";
import { AccountNameField } from "#web/account/account-name-field.tsx";
import { ActionForm } from "#web/forms/action-form.tsx";
import { SubmitButton } from "#web/forms/form-controls.tsx";
import { PasswordField, TextField } from "#web/ui/field.tsx";

interface DeleteAccountProps {
  readonly username: string;
  readonly proof: "password" | "code" | "none";
  /** Whether an administrator has to pass the code on, because the site doesn't send email. */
  readonly isCodeInOutbox: boolean;
}

const ACTION = "/settings/data";

export function DeleteAccount({ username, proof, isCodeInOutbox }: DeleteAccountProps) {
  return (
    <div className="grid grid-cols-1 gap-5">
      <div className="grid gap-5 text-sm sm:grid-cols-2">
        <div>
          <h3 className="mb-1.5 font-semibold">What will be deleted</h3>
          <ul className="list-disc space-y-1 ps-5 text-muted">
            <li>your account: email, password, two-factor authentication, sessions</li>
            <li>your profile: username, profile picture, bio, karma</li>
            <li>your votes, which will no longer count</li>
            <li>your drafts and AI history, and images you haven't used in a post or comment</li>
          </ul>
        </div>
        <div>
          <h3 className="mb-1.5 font-semibold">What will remain, without your name</h3>
          <ul className="list-disc space-y-1 ps-5 text-muted">
            <li>your posts and comments, and the images in them</li>
            <li>other people's replies to you</li>
          </ul>
          <p className="mt-2 text-muted">
            No one will be able to tell which posts and comments were yours. Before you delete your account,
            delete anything you don't want to leave behind. Your username stays reserved for{" "}
            {RELEASED_USERNAME_DAYS} days, so that no one can impersonate you.
          </p>
        </div>
      </div>
      {proof === "code" ? <DeletionCodeForm isCodeInOutbox={isCodeInOutbox} /> : null}
      <ActionForm action={ACTION} intent="delete-account" className="grid max-w-sm grid-cols-1 gap-4">
        {proof === "password" ? <AccountNameField /> : null}
        {proof === "password" ? (
          <PasswordField label="Your password" name="password" required autoComplete="current-password" />
        ) : null}
        {proof === "code" ? (
          <TextField label="Code" name="code" required inputMode="numeric" autoComplete="one-time-code" />
        ) : null}
        <TextField
          label={`To confirm, type your username: ${username}`}
          name="username"
          required
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
        />
        <SubmitButton label="Delete my account" busyLabel="Deleting..." variant="danger" />
      </ActionForm>
    </div>
  );
}

function DeletionCodeForm({ isCodeInOutbox }: { isCodeInOutbox: boolean }) {
  return (
    <ActionForm action={ACTION} intent="send-deletion-code" className="grid gap-2">
      <p className="text-sm text-muted">
        You don't have a password.{" "}
        {isCodeInOutbox
          ? "This site doesn't send email yet. To confirm it's you, create a code, then ask an administrator for it."
          : "Request a code to confirm it's you."}
      </p>
      <SubmitButton label={isCodeInOutbox ? "Create a code" : "Send me a code"} size="sm" />
    </ActionForm>
  );
}
