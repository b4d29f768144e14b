import { REASON_MAX } from "#core/admin/audit-events.ts";
import { SUSPENSION_TERMS } from "#core/admin/members.ts";
import { SubmitButton } from "#web/forms/form-controls.tsx";
import { SelectField, TextAreaField } from "#web/ui/field.tsx";
import { Section } from "#web/ui/section.tsx";
import { AdminForm } from "../admin-form.tsx";
import type { MemberFormProps } from "./edit-forms.tsx";
import { ReasonField } from "./reason-field.tsx";

export const SuspensionTermField = () => (
  <SelectField
    label="Duration"
    name="term"
    defaultValue="7d"
    options={Object.entries(SUSPENSION_TERMS).map(([value, { label }]) => ({ value, label }))}
  />
);

export function SuspensionSection({
  member: { suspension },
  isEmailConfigured,
}: MemberFormProps & { readonly isEmailConfigured: boolean }) {
  return (
    <Section
      id="suspension"
      title={suspension ? "Suspended" : "Suspend"}
      lead={
        suspension
          ? "They can't sign in. You can end the suspension, or change its duration and reason."
          : "Takes effect immediately: the user is signed out everywhere and can't sign in until the suspension ends. Their content stays visible."
      }
    >
      <div className="grid grid-cols-1 gap-6">
        {suspension ? (
          <AdminForm intent="end-suspension" anchor="suspension">
            <ReasonField isShared />
            <SubmitButton label="End suspension" busyLabel="Saving..." variant="primary" />
          </AdminForm>
        ) : null}
        <AdminForm intent="suspend" anchor="suspension">
          <SuspensionTermField />
          <TextAreaField
            label="Reason"
            name="reason"
            required
            rows={2}
            maxLength={REASON_MAX}
            hint={`${isEmailConfigured ? "Emailed to the user and shown" : "Shown to the user"} the next time they try to sign in.`}
          />
          <SubmitButton
            label={suspension ? "Change suspension" : "Suspend"}
            busyLabel="Saving..."
            variant="danger"
          />
        </AdminForm>
      </div>
    </Section>
  );
}
