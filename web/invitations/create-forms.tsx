import { formatCount } from "#core/format-count.ts";
import { ADMIN_LIMITS, DAYS_DEFAULT, LABEL_MAX, MEMBER_LIMITS } from "#core/invitations/limits.ts";
import { listDays } from "#core/invitations/parse-input.ts";
import { ActionForm } from "#web/forms/action-form.tsx";
import { SubmitButton } from "#web/forms/form-controls.tsx";
import { SelectField, TextField } from "#web/ui/field.tsx";
import { Section } from "#web/ui/section.tsx";
import { NewLink } from "./new-link.tsx";

interface CreateFormsProps {
  readonly action: string;
  readonly isAdmin: boolean;
  readonly isEmailConfigured: boolean;
}

export function CreateForms(props: CreateFormsProps) {
  const { action, isAdmin, isEmailConfigured } = props;
  const usesMax = (isAdmin ? ADMIN_LIMITS : MEMBER_LIMITS).uses;
  return (
    <div className="grid grid-cols-1 gap-5 lg:grid-cols-2">
      <Section
        id="create-link"
        title="Create a link"
        lead="Anyone who has the link can join, until it's used up or expires."
      >
        <ActionForm<string> clearOnSuccess action={action} intent="link">
          {({ value: link }) => (
            <>
              <TextField
                label="Label"
                name="label"
                maxLength={LABEL_MAX}
                autoComplete="off"
                placeholder="Spring meetup"
                hint={
                  isAdmin
                    ? "Optional. Only administrators see it."
                    : "Optional. Only you and administrators see it."
                }
              />
              <div className="grid grid-cols-2 gap-4">
                <TextField
                  label="Uses"
                  name="uses"
                  inputMode="numeric"
                  required
                  maxLength={6}
                  autoComplete="off"
                  defaultValue="10"
                  hint={`1 to ${usesMax.toLocaleString("en")} people.`}
                />
                <DaysField isAdmin={isAdmin} />
              </div>
              <SubmitButton label="Create link" busyLabel="Creating..." icon="link" variant="primary" />
              <div role="status" className="empty:hidden">
                {link ? <NewLink link={link} /> : null}
              </div>
            </>
          )}
        </ActionForm>
      </Section>
      {/* Administrators can read emails in the outbox, so they can still pass the link on. */}
      {isEmailConfigured || isAdmin ? <EmailForm {...props} /> : null}
    </div>
  );
}

function EmailForm({ action, isAdmin, isEmailConfigured }: CreateFormsProps) {
  return (
    <Section
      id="invite-by-email"
      title="Invite by email"
      lead="The link in the email works once, and only for this address."
    >
      <ActionForm clearOnSuccess action={action} intent="email">
        <TextField
          label="Email"
          name="email"
          type="email"
          required
          autoComplete="off"
          placeholder="name@example.org"
          hint="We don't include a message or your name in the email."
        />
        <DaysField isAdmin={isAdmin} />
        <SubmitButton
          label={isEmailConfigured ? "Send invitation" : "Create invitation"}
          busyLabel={isEmailConfigured ? "Sending..." : "Creating..."}
          icon="mail"
          variant="primary"
        />
        {isEmailConfigured ? null : (
          <p className="text-sm text-muted">
            No email server is configured (SMTP_URL), so emails stay in the outbox.
          </p>
        )}
      </ActionForm>
    </Section>
  );
}

function DaysField({ isAdmin }: { isAdmin: boolean }) {
  return (
    <SelectField
      label="Expires after"
      name="days"
      defaultValue={DAYS_DEFAULT}
      options={listDays({ isAdmin }).map((days) => ({
        value: days,
        label: days === 365 ? "1 year" : formatCount(days, "day"),
      }))}
    />
  );
}
