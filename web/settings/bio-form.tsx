import { BIO_MAX } from "#core/accounts/bio.ts";
import { countCharacters } from "#core/text.ts";
import { removeWalletNote } from "#core/wallet/wallet-note.ts";
import { ActionForm } from "#web/forms/action-form.tsx";
import { SubmitButton } from "#web/forms/form-controls.tsx";
import { CountedTextArea } from "#web/ui/text-area-field.tsx";

/** Counts the characters of a bio. The wallet note doesn't count. */
const countBio = (text: string) => countCharacters(removeWalletNote(text));

export function BioForm({ memberId, bio }: { memberId: string; bio: string }) {
  return (
    <ActionForm action="/settings" intent="bio" storageKey={`${memberId}:bio`}>
      <CountedTextArea
        label="Bio"
        name="bio"
        rows={4}
        heights="min-h-28"
        defaultValue={bio}
        max={BIO_MAX}
        count={countBio}
        hint="Plain text, shown on your profile. Line breaks are preserved."
      />
      <SubmitButton label="Save bio" busyLabel="Saving..." />
    </ActionForm>
  );
}
