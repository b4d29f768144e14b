import { RELEASED_USERNAME_DAYS, USERNAME_MAX_LENGTH } from "#core/accounts/username.ts";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/field.tsx";
import type { SettingsAnswer } from "./answer-settings.ts";
import { SettingsForm } from "./settings-form.tsx";

interface NameFormProps {
  readonly memberId: string;
  readonly username: string;
  readonly isVerified: boolean;
  readonly answer: SettingsAnswer | undefined;
}

export function NameForm({ memberId, username, isVerified, answer }: NameFormProps) {
  return (
    <SettingsForm action="/settings" intent="name" answer={answer} storageKey={`${memberId}:name`}>
      {({ busy, fields, typed }) => (
        <>
          <TextField
            label="Username"
            name="username"
            required
            maxLength={2 * USERNAME_MAX_LENGTH}
            autoComplete="username"
            defaultValue={typed.username ?? username}
            hint={`3 to 30 characters. Everything you've written will show the new name. The old one stays reserved for you for ${RELEASED_USERNAME_DAYS} days and redirects to your profile.`}
            error={fields.username}
            className="max-w-sm"
          />
          {isVerified ? (
            <p className="text-sm font-semibold">
              Your Verified badge will be removed. Ask an admin to verify the new name.
            </p>
          ) : null}
          <Button type="submit" disabled={busy} className="justify-self-start">
            {busy ? "Saving..." : "Save name"}
          </Button>
        </>
      )}
    </SettingsForm>
  );
}
