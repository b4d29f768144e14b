import { MEMBER_INVITATIONS_PER_DAY } from "#core/invitations/limits.ts";
import type { SavedSection } from "#core/settings/types.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { SectionForm, SettingField } from "./section-form.tsx";
import { SwitchField } from "./switch-field.tsx";

/** Who may invite people. Whether an invitation is required to sign up is set in feature-forms.tsx. */
export function InvitationsForm({ saved }: { saved: SavedSection<"invitations"> }) {
  return (
    <SectionForm
      section="invitations"
      lead="Who can invite people to join. An invitation works only while the person who sent it is allowed to invite people."
      saved={saved}
      extraButtons={<ButtonLink to="/admin/invitations">Manage invitations</ButtonLink>}
    >
      <SwitchField
        label="Who can invite"
        name="members"
        value={saved.values.members ? "on" : "off"}
        options={[
          { value: "off", label: "Administrators" },
          { value: "on", label: "Administrators and trusted members" },
        ]}
        hint="Members are trusted once they have the Verified badge or their new-member limits are lifted."
      />
      <SettingField
        saved={saved}
        label="Invitations per trusted member, per day"
        name="perDay"
        inputMode="numeric"
        maxLength={5}
        placeholder={String(MEMBER_INVITATIONS_PER_DAY)}
        hint="Links and emails together. Administrators have no limit."
      />
    </SectionForm>
  );
}
