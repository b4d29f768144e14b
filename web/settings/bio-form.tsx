import { BIO_MAX } from "#core/accounts/bio.ts";
import { countCharacters } from "#core/text.ts";
import { removeWalletNote } from "#core/wallet/wallet-note.ts";
import { ActionForm } from "#web/forms/action-form.tsx";
import type { FormResult } from "#web/forms/answer-form.ts";
import { Button } from "#web/ui/button.tsx";
import { CountedTextArea } from "#web/ui/text-area-field.tsx";

interface BioFormProps {
  readonly memberId: string;
  readonly bio: string;
  readonly result: FormResult | undefined;
}

/** The wallet note doesn't count. */
const countBio = (text: string) => countCharacters(removeWalletNote(text));

export function BioForm({ memberId, bio, result }: BioFormProps) {
  return (
    <ActionForm action="/settings" intent="bio" result={result} storageKey={`${memberId}:bio`}>
      {({ busy, fields, input }) => (
        <>
          <CountedTextArea
            label="Bio"
            name="bio"
            rows={4}
            heights="min-h-28"
            defaultValue={input.bio ?? bio}
            max={BIO_MAX}
            count={countBio}
            error={fields.bio}
            hint="Plain text, shown on your profile. Line breaks are preserved."
          />
          <Button type="submit" disabled={busy} className="justify-self-start">
            {busy ? "Saving..." : "Save bio"}
          </Button>
        </>
      )}
    </ActionForm>
  );
}
