import { REASON_MAX } from "#core/admin/audit-events.ts";
import { SUSPENSION_TERMS, type SuspensionTerm } from "#core/admin/members.ts";
import { SettingsSection } from "#web/settings/settings-page.tsx";
import { Button } from "#web/ui/button.tsx";
import { SelectField } from "#web/ui/select-field.tsx";
import { TextAreaField } from "#web/ui/text-area-field.tsx";
import { AdminForm } from "../admin-form.tsx";
import type { PartProps } from "./edit-forms.tsx";
import { memberPath } from "./member-address.ts";
import { ReasonField } from "./reason-field.tsx";

const TERMS = Object.entries(SUSPENSION_TERMS) as [SuspensionTerm, { label: string }][];

/** Starts, changes or ends a suspension. */
export function SuspensionSection({ member: { id, suspension }, answer }: PartProps) {
  return (
    <SettingsSection
      id="suspension"
      title={suspension ? "Suspended" : "Suspend"}
      lead={
        suspension
          ? "They can't sign in. You can end the suspension, or change its duration and reason."
          : "Takes effect immediately: the user is signed out everywhere and can't sign in until it ends. Their content stays."
      }
    >
      <div className="grid grid-cols-1 gap-6">
        {suspension ? (
          <AdminForm action={memberPath(id)} intent="end-suspension" anchor="suspension" answer={answer}>
            {({ busy, fields, typed }) => (
              <>
                <ReasonField fields={fields} typed={typed} />
                <Button type="submit" look="primary" disabled={busy} className="justify-self-start">
                  {busy ? "One moment..." : "End suspension"}
                </Button>
              </>
            )}
          </AdminForm>
        ) : null}
        <AdminForm action={memberPath(id)} intent="suspend" anchor="suspension" answer={answer}>
          {({ busy, fields, typed }) => (
            <>
              <SelectField label="Duration" name="term" defaultValue={typed.term ?? "7d"} error={fields.term}>
                {TERMS.map(([value, { label }]) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </SelectField>
              <TextAreaField
                label="Reason"
                name="why"
                required
                rows={2}
                maxLength={REASON_MAX}
                defaultValue={typed.why}
                hint="Shown to the user by email and at their next sign-in."
                error={fields.why}
              />
              <Button type="submit" look="danger" disabled={busy} className="justify-self-start">
                {busy ? "One moment..." : suspension ? "Change suspension" : "Suspend"}
              </Button>
            </>
          )}
        </AdminForm>
      </div>
    </SettingsSection>
  );
}
