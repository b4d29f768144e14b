import { BIO_MAX } from "#core/accounts/bio.ts";
import { RELEASED_USERNAME_DAYS, USERNAME_MAX_LENGTH } from "#core/accounts/username.ts";
import { countCharacters } from "#core/text.ts";
import { removeWalletNote } from "#core/wallet/wallet-note.ts";
import { ActionForm } from "#web/forms/action-form.tsx";
import { SubmitButton } from "#web/forms/form-controls.tsx";
import { CountedTextArea, TextField } from "#web/ui/field.tsx";

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

/** Counts a bio's characters, excluding the wallet note. */
const countBioCharacters = (text: string) => countCharacters(removeWalletNote(text));

export function BioForm({ memberId, bio }: { memberId: string; bio: string }) {
  return (
    <ActionForm action="/settings" intent="bio" storageKey={`${memberId}:bio`}>
      <CountedTextArea
        label="Bio"
        name="bio"
        rows={4}
        heightClasses="min-h-28"
        defaultValue={bio}
        max={BIO_MAX}
        count={countBioCharacters}
        hint="Plain text, shown on your profile. Line breaks are preserved."
      />
      <SubmitButton label="Save bio" busyLabel="Saving..." />
    </ActionForm>
  );
}
