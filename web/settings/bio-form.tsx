import { useId, useState } from "react";
import { BIO_MAX } from "#core/accounts/bio.ts";
import { countCharacters } from "#core/forum/text.ts";
import { withoutWalletNote } from "#core/wallet/wallet-note.ts";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { FieldNote, INPUT_CLASSES } from "#web/ui/field.tsx";
import type { SettingsAnswer } from "./answer-settings.ts";
import { SettingsForm } from "./settings-form.tsx";

interface BioFormProps {
  readonly memberId: string;
  readonly bio: string;
  readonly answer: SettingsAnswer | undefined;
}

export function BioForm({ memberId, bio, answer }: BioFormProps) {
  const id = useId();
  const [count, setCount] = useState<number | null>(null);
  return (
    <SettingsForm action="/settings" intent="bio" answer={answer} keepAs={`${memberId}:bio`}>
      {({ busy, fields, typed }) => {
        const start = typed.bio ?? bio;
        const length = count ?? countCharacters(withoutWalletNote(start));
        return (
          <>
            <div>
              <div className="mb-1.5 flex items-baseline justify-between gap-4">
                <label htmlFor={id} className="text-sm font-semibold">
                  Bio
                </label>
                <span
                  className={classNames("figures text-sm", length > BIO_MAX ? "text-danger" : "text-faint")}
                >
                  {length}/{BIO_MAX}
                </span>
              </div>
              <textarea
                id={id}
                name="bio"
                rows={4}
                defaultValue={start}
                onInput={(event) => setCount(countCharacters(withoutWalletNote(event.currentTarget.value)))}
                aria-invalid={fields.bio ? true : undefined}
                aria-describedby={`${id}-note`}
                className={classNames(INPUT_CLASSES, "min-h-28 field-sizing-content py-2.5 leading-relaxed")}
              />
              <FieldNote
                id={`${id}-note`}
                error={fields.bio}
                hint="Plain text, shown on your profile. Line breaks are kept."
              />
            </div>
            <Button type="submit" disabled={busy} className="justify-self-start">
              {busy ? "Saving..." : "Save bio"}
            </Button>
          </>
        );
      }}
    </SettingsForm>
  );
}
