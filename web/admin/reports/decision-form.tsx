import { type ReactNode, useId } from "react";
import { REASON_MAX } from "#core/admin/audit-events.ts";
import { SUSPENSION_TERMS, type SuspensionTerm } from "#core/admin/members.ts";
import { countCharacters } from "#core/forum/text.ts";
import type { ReportAction } from "#core/reports/kinds.ts";
import { buildReportGroupPath } from "#core/reports/list-query.ts";
import type { ReportReview } from "#core/reports/types.ts";
import { AdminForm } from "#web/admin/admin-form.tsx";
import type { AdminAnswer } from "#web/admin/answer-admin-form.ts";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { CountedTextArea } from "#web/ui/counted-text-area.tsx";
import { FieldNote, TextField } from "#web/ui/field.tsx";
import { SelectField } from "#web/ui/select-field.tsx";
import { TextAreaField } from "#web/ui/text-area-field.tsx";

interface DecisionFormProps {
  readonly review: ReportReview;
  readonly decider: string | undefined;
  readonly answer: AdminAnswer | undefined;
}

interface Choice {
  readonly action: ReportAction;
  readonly label: string;
  readonly hint: string;
}

/** The decisions that are possible in the target's current state. */
function listChoices(
  { kind, target: thing, record }: ReportReview,
  decider: string | undefined,
): readonly Choice[] {
  const isThere = thing !== null && !thing.isGone;
  const isProfile = kind === "profile";
  return [
    { action: "dismiss" as const, label: "Dismiss", hint: "Leave it as it is.", fits: true },
    {
      action: "edit" as const,
      label: "Edit",
      hint: isProfile ? "Change the bio." : "Change the text. Readers will see that it was edited.",
      fits: isThere,
    },
    {
      action: "remove" as const,
      label: "Remove",
      hint: isProfile ? "Remove bio and picture." : `Delete the ${kind}. You can restore it.`,
      fits: isThere,
    },
    {
      action: "warn" as const,
      label: "Warn",
      hint: "The author is notified, and it stays on their record.",
      fits: record !== null,
    },
    {
      action: "suspend" as const,
      label: "Suspend",
      hint: "The author is signed out and can't sign in until it ends.",
      fits: record !== null && record.username !== decider,
    },
  ].filter(({ fits }) => fits);
}

/** One decision for all reports on a target. CSS shows the fields that belong to the selected choice. */
export function DecisionForm({ review, decider, answer }: DecisionFormProps) {
  const id = useId();
  const { kind, target: thing } = review;
  const choices = listChoices(review, decider);
  const isThere = thing !== null && !thing.isGone;

  return (
    <AdminForm
      action={buildReportGroupPath(review.id)}
      intent="decide"
      answer={answer}
      className="group/decision grid grid-cols-1 gap-4"
    >
      {({ busy, fields, typed }) => (
        <>
          <fieldset aria-describedby={fields.action ? `${id}-action` : undefined}>
            <legend className="sr-only">What to do</legend>
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
                    defaultChecked={typed.action === action}
                    className="mt-1 size-4 shrink-0 accent-accent"
                  />
                  <span className="text-sm">
                    <span className="block font-semibold">{label}</span>
                    <span className="text-muted">{hint}</span>
                  </span>
                </label>
              ))}
            </div>
            <FieldNote id={`${id}-action`} error={fields.action} />
          </fieldset>

          {isThere ? (
            <With className="group-has-[[value=edit]:checked]/decision:grid">
              {kind === "post" ? (
                <TextField
                  label="Title"
                  name="title"
                  defaultValue={typed.title || thing.title}
                  error={fields.title}
                />
              ) : null}
              <TextAreaField
                label={kind === "profile" ? "Bio" : "Text"}
                name="content"
                rows={8}
                heights="max-h-96 min-h-20"
                defaultValue={typed.content || thing.content}
                error={fields.content}
              />
            </With>
          ) : null}
          <With className="group-has-[[value=suspend]:checked]/decision:grid">
            <SelectField label="Duration" name="term" defaultValue={typed.term || "7d"} error={fields.term}>
              {(Object.keys(SUSPENSION_TERMS) as SuspensionTerm[]).map((term) => (
                <option key={term} value={term}>
                  {SUSPENSION_TERMS[term].label}
                </option>
              ))}
            </SelectField>
          </With>
          {isThere ? (
            <With className="group-has-[:is([value=warn],[value=suspend]):checked]/decision:grid">
              <label className="flex cursor-pointer items-start gap-3 text-sm">
                <input
                  type="checkbox"
                  name="alsoRemove"
                  value="yes"
                  defaultChecked={typed.alsoRemove === "yes"}
                  className="mt-0.5 size-4 shrink-0 accent-accent"
                />
                <span className="font-semibold">
                  {kind === "profile" ? "Also remove bio and picture" : `Also remove the ${kind}`}
                </span>
              </label>
            </With>
          ) : null}

          <CountedTextArea
            label="Conclusion"
            name="conclusion"
            rows={3}
            heights="max-h-96 min-h-20"
            defaultValue={typed.conclusion ?? ""}
            max={REASON_MAX}
            count={countCharacters}
            error={fields.conclusion}
            hint="We email this to the reporters and the author. Don't name anyone."
          />
          <Button type="submit" look="primary" disabled={busy}>
            {busy ? "Deciding..." : "Take Action"}
          </Button>
        </>
      )}
    </AdminForm>
  );
}

/** Fields of certain choices; `className` selects which. */
function With({ className, children }: { className: string; children: ReactNode }) {
  return <div className={classNames("hidden grid-cols-1 gap-4", className)}>{children}</div>;
}
