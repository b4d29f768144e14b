import { RELEASED_USERNAME_DAYS, USERNAME_MAX_LENGTH } from "#core/accounts/username.ts";
import { ActionForm } from "#web/forms/action-form.tsx";
import { SubmitButton } from "#web/forms/form-controls.tsx";
import { TextField } from "#web/ui/field.tsx";

interface UsernameFormProps {
  readonly memberId: string;
  readonly username: string;
  readonly isVerified: boolean;
}

export function UsernameForm({ memberId, username, isVerified }: UsernameFormProps) {
  return (
    <ActionForm action="/settings" intent="name" storageKey={`${memberId}:name`}>
      <TextField
        label="Username"
        name="username"
        required
        maxLength={2 * USERNAME_MAX_LENGTH}
        autoComplete="nickname"
        defaultValue={username}
        hint={`3 to 30 characters. It will appear on everything you've written. Your old username stays reserved for you for ${RELEASED_USERNAME_DAYS} days and redirects to your profile.`}
        className="max-w-sm"
      />
      {isVerified ? (
        <p className="text-sm text-muted">
          Changing your username removes your Verified badge. Ask an administrator to verify you again.
        </p>
      ) : null}
      <SubmitButton label="Save username" busyLabel="Saving..." />
    </ActionForm>
  );
}
