import { type ReactNode, useId } from "react";
import { REASON_MAX } from "#core/admin/audit-events.ts";
import type { ReportAction } from "#core/reports/kinds.ts";
import type { ReportReview } from "#core/reports/types.ts";
import { countCharacters } from "#core/text.ts";
import { AdminForm } from "#web/admin/admin-form.tsx";
import { SubmitButton } from "#web/forms/form-controls.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { CountedTextArea, TextAreaField, TextField } from "#web/ui/field.tsx";
import { FieldNote } from "#web/ui/field-note.tsx";
import { describeRestoring } from "../content/content-row.tsx";
import { SuspensionTermField } from "../users/suspension-section.tsx";

interface DecisionFormProps {
  readonly review: ReportReview;
  readonly viewerUsername: string | undefined;
}

function listChoices(
  { kind, target, author, record }: ReportReview,
  viewerUsername: string | undefined,
): readonly { action: ReportAction; label: string; hint: string }[] {
  const hasTarget = target !== null && !target.isDeleted;
  const isProfile = kind === "profile";
  return [
    { action: "dismiss" as const, label: "Dismiss", hint: "Leave it as it is.", isPossible: true },
    {
      action: "edit" as const,
      label: "Edit",
      hint: isProfile ? "Change the bio." : "Change the text. Readers will see that it was edited.",
      isPossible: hasTarget,
    },
    {
      action: "remove" as const,
      label: isProfile ? "Clear" : "Delete",
      hint: isProfile
        ? "Delete the bio and the profile picture."
        : `Delete the ${kind}. ${describeRestoring(author === null)}`,
      isPossible: hasTarget,
    },
    {
      action: "warn" as const,
      label: "Warn",
      hint: "Notify the author and record a warning.",
      isPossible: record !== null,
    },
    {
      action: "suspend" as const,
      label: "Suspend",
      hint: "Sign the author out and block sign-in until the suspension ends.",
      isPossible: record !== null && record.username !== viewerUsername,
    },
  ].filter(({ isPossible }) => isPossible);
}

/** A single decision on all open reports about a target. CSS shows the fields that belong to the selected choice. */
export function DecisionForm({ review, viewerUsername }: DecisionFormProps) {
  const id = useId();
  const { kind, target } = review;
  const choices = listChoices(review, viewerUsername);
  const hasTarget = target !== null && !target.isDeleted;

  return (
    <AdminForm intent="decide" className="decision grid grid-cols-1 gap-4">
      {({ fieldErrors, input }) => (
        <>
          <fieldset aria-describedby={fieldErrors.action ? `${id}-action` : undefined}>
            <legend className="sr-only">Action</legend>
            <div className="grid grid-cols-1 gap-1.5">
              {choices.map(({ action, label, hint }) => (
                <label
                  key={action}
                  className="flex cursor-pointer items-start gap-3 rounded-md border border-line px-3 py-2 transition-colors hover:border-line-strong has-checked:border-accent has-checked:bg-accent-soft"
                >
                  <input
                    type="radio"
                    name="action"
                    value={action}
                    required
                    defaultChecked={input.action === action}
                    className="mt-1 size-4 shrink-0 accent-accent"
                  />
                  <span className="text-sm">
                    <span className="block font-semibold">{label}</span>
                    <span className="text-muted">{hint}</span>
                  </span>
                </label>
              ))}
            </div>
            <FieldNote id={`${id}-action`} error={fieldErrors.action} />
          </fieldset>

          {hasTarget ? (
            <ConditionalFields className="[.decision:has([value=edit]:checked)_&]:grid">
              {kind === "post" ? <TextField label="Title" name="title" defaultValue={target.title} /> : null}
              <TextAreaField
                label={kind === "profile" ? "Bio" : "Text"}
                name="content"
                rows={8}
                heightClasses="max-h-96 min-h-20"
                defaultValue={target.content}
              />
            </ConditionalFields>
          ) : null}
          <ConditionalFields className="[.decision:has([value=suspend]:checked)_&]:grid">
            <SuspensionTermField />
          </ConditionalFields>
          {hasTarget ? (
            <ConditionalFields className="[.decision:has(:is([value=warn],[value=suspend]):checked)_&]:grid">
              <label className="flex cursor-pointer items-start gap-3 text-sm">
                <input
                  type="checkbox"
                  name="alsoRemove"
                  value="yes"
                  defaultChecked={input.alsoRemove === "yes"}
                  className="mt-0.5 size-4 shrink-0 accent-accent"
                />
                <span className="font-semibold">
                  {kind === "profile" ? "Also clear the profile" : `Also delete the ${kind}`}
                </span>
              </label>
            </ConditionalFields>
          ) : null}

          <CountedTextArea
            label="Message to reporters and author"
            name="conclusion"
            rows={3}
            heightClasses="max-h-96 min-h-20"
            defaultValue=""
            max={REASON_MAX}
            count={countCharacters}
            hint="They'll see it in their notifications. Don't name anyone."
          />
          <SubmitButton label="Take Action" busyLabel="Saving..." variant="primary" className="" />
        </>
      )}
    </AdminForm>
  );
}

/** Fields that CSS shows only for certain choices. `className` determines which. */
function ConditionalFields({ className, children }: { className: string; children: ReactNode }) {
  return <div className={classNames("hidden grid-cols-1 gap-4", className)}>{children}</div>;
}
