import { USERNAME_MAX_LENGTH } from "#core/accounts/username.ts";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/field.tsx";
import type { SettingsAnswer } from "./answer-settings.ts";
import { SettingsForm } from "./settings-form.tsx";

interface NameFormProps {
  readonly memberId: string;
  readonly username: string;
  readonly answer: SettingsAnswer | undefined;
}

export function NameForm({ memberId, username, answer }: NameFormProps) {
  return (
    <SettingsForm action="/settings" intent="name" answer={answer} keepAs={`${memberId}:name`}>
      {({ busy, fields, typed }) => (
        <>
          <TextField
            label="Username"
            name="username"
            required
            maxLength={2 * USERNAME_MAX_LENGTH}
            autoComplete="username"
            defaultValue={typed.username ?? username}
            hint="3 to 30 characters. Everything you wrote will carry the new name, and the old one becomes free."
            error={fields.username}
            className="max-w-sm"
          />
          <Button type="submit" disabled={busy} className="justify-self-start">
            {busy ? "Saving..." : "Save name"}
          </Button>
        </>
      )}
    </SettingsForm>
  );
}
