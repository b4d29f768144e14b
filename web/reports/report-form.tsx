import { useId, useRef } from "react";
import { useNavigate } from "react-router";
import { NOTICES } from "#core/notices.ts";
import { REASON_HINTS, REASONS, REPORT_TEXT_MAX, type Reason } from "#core/reports/kinds.ts";
import { countCharacters } from "#core/text.ts";
import type { FormResult } from "#web/forms/answer-form.ts";
import { focusInvalidField, useForm } from "#web/forms/use-form.ts";
import { createSignInLink } from "#web/page/sign-in-link.ts";
import { Button } from "#web/ui/button.tsx";
import { CountedTextArea } from "#web/ui/field.tsx";
import { FieldNote } from "#web/ui/field-note.tsx";
import { toast } from "#web/ui/toast.tsx";

interface ReportFormProps {
  readonly action: string;
  /** The result of a submission without JavaScript. */
  readonly result?: FormResult | undefined;
  readonly back?: string;
  readonly onSent: () => void;
  readonly onCancel?: () => void;
}

export function ReportForm({ action, result, back, onSent, onCancel }: ReportFormProps) {
  const navigate = useNavigate();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const { response, busy, submit } = useForm<FormResult>({
    action,
    onResponse(newResult) {
      if (newResult.ok) {
        toast(NOTICES["report-sent"]);
        onSent();
      } else if (newResult.code === "not_signed_in") void navigate(createSignInLink(action).to);
      else focusInvalidField(form.current);
    },
  });
  const latestResult = response ?? result;
  const refusal = latestResult && !latestResult.ok ? latestResult : undefined;
  const input = result && !result.ok ? result.input : {};
  const fieldErrors = refusal?.fieldErrors ?? {};

  return (
    <form ref={form} method="post" action={action} className="grid grid-cols-1 gap-5" onSubmit={submit}>
      {back ? <input type="hidden" name="back" value={back} /> : null}
      {refusal && Object.keys(fieldErrors).length === 0 ? (
        <p role="alert" className="rounded-md bg-danger-soft px-4 py-3 text-sm">
          <strong className="block font-semibold text-danger">{refusal.title}</strong>
          {refusal.message}
        </p>
      ) : null}
      <fieldset aria-describedby={fieldErrors.reason ? `${id}-reason` : undefined}>
        <legend className="mb-2 text-sm font-semibold">Why are you reporting this?</legend>
        <div className="grid grid-cols-1 gap-2">
          {(Object.keys(REASONS) as Reason[]).map((reason, index) => (
            <label
              key={reason}
              className="flex cursor-pointer items-start gap-3 rounded-md border border-line px-3 py-2.5 transition-colors hover:border-line-strong has-checked:border-accent has-checked:bg-accent-soft"
            >
              <input
                type="radio"
                name="reason"
                value={reason}
                required
                defaultChecked={input.reason === reason}
                data-autofocus={index === 0 ? true : undefined}
                className="mt-1 size-4 shrink-0 accent-accent"
              />
              <span className="text-sm">
                <span className="block font-semibold">{REASONS[reason]}</span>
                <span className="text-muted">{REASON_HINTS[reason]}</span>
              </span>
            </label>
          ))}
        </div>
        <FieldNote id={`${id}-reason`} error={fieldErrors.reason} />
      </fieldset>
      <CountedTextArea
        label="Details"
        name="text"
        rows={3}
        heightClasses="min-h-20"
        defaultValue={input.text ?? ""}
        max={REPORT_TEXT_MAX}
        count={countCharacters}
        error={fieldErrors.text}
        hint={"Required for “Other”, optional otherwise. Details help administrators review your report."}
      />
      <div className="flex justify-end gap-2">
        {onCancel ? (
          <Button variant="quiet" onClick={onCancel}>
            Cancel
          </Button>
        ) : null}
        <Button type="submit" variant="primary" busy={busy}>
          {busy ? "Sending..." : "Send report"}
        </Button>
      </div>
    </form>
  );
}
