import { useEffect, useId, useRef } from "react";
import { useFetcher, useNavigate } from "react-router";
import { countCharacters } from "#core/forum/text.ts";
import { NOTICES } from "#core/notices.ts";
import { REASON_HINTS, REASONS, REPORT_TEXT_MAX, type Reason } from "#core/reports/kinds.ts";
import { hasSessionCookie } from "#web/shell/page-cookies.ts";
import { Button } from "#web/ui/button.tsx";
import { CountedTextArea } from "#web/ui/counted-text-area.tsx";
import { FieldNote } from "#web/ui/field.tsx";
import { stopOffline } from "#web/ui/stop-offline.ts";
import { toast } from "#web/ui/toast.tsx";
import type { ReportAnswer } from "./answer-report.ts";

interface ReportFormProps {
  /** The address of the page that reports this thing. */
  readonly action: string;
  /** Of a form sent without script. */
  readonly answer?: ReportAnswer | undefined;
  /** Where a page without script goes on. */
  readonly back?: string;
  readonly onSent: () => void;
  readonly onCancel?: () => void;
}

/** What is wrong with it, of four kinds, and in words. */
export function ReportForm({ action, answer, back, onSent, onCancel }: ReportFormProps) {
  const fetcher = useFetcher<ReportAnswer>();
  const navigate = useNavigate();
  const heard = useRef<ReportAnswer>(undefined);
  const id = useId();
  const given = fetcher.data ?? answer;
  const refusal = given && !given.ok ? given.refusal : undefined;
  const typed = answer && !answer.ok ? answer.typed : { reason: "", text: "" };
  const busy = fetcher.state !== "idle";
  const fields = refusal?.fields ?? {};

  useEffect(() => {
    const { data } = fetcher;
    if (!data || data === heard.current || fetcher.state !== "idle") return;
    heard.current = data;
    if (data.ok) {
      toast(NOTICES["report-sent"]);
      onSent();
    } else if (data.refusal.code === "not_signed_in")
      void navigate(`/auth?next=${encodeURIComponent(action)}`);
  }, [fetcher, navigate, onSent, action]);

  return (
    <fetcher.Form
      method="post"
      action={action}
      className="grid grid-cols-1 gap-5"
      onSubmit={(event) => {
        if (busy) return event.preventDefault();
        if (stopOffline(event) || !hasSessionCookie()) return;
        // A page that was open for long may have outlasted the access token.
        event.preventDefault();
        const form = event.currentTarget;
        void import("#web/forum/editor/refresh-session.ts")
          .then(({ refreshSession }) => refreshSession())
          .finally(() => fetcher.submit(form));
      }}
    >
      {back ? <input type="hidden" name="back" value={back} /> : null}
      {refusal && Object.keys(fields).length === 0 ? (
        <p role="alert" className="rounded-md bg-danger-soft px-4 py-3 text-sm">
          <strong className="block font-semibold text-danger">{refusal.title}</strong>
          {refusal.message}
        </p>
      ) : null}
      <fieldset aria-describedby={fields.reason ? `${id}-reason` : undefined}>
        <legend className="mb-2 text-sm font-semibold">What is wrong with it?</legend>
        <div className="grid grid-cols-1 gap-2">
          {(Object.keys(REASONS) as Reason[]).map((reason, at) => (
            <label
              key={reason}
              className="flex cursor-pointer items-start gap-3 rounded-md border border-line px-3 py-2.5 transition-colors hover:border-line-strong has-checked:border-accent has-checked:bg-accent-soft"
            >
              <input
                type="radio"
                name="reason"
                value={reason}
                required
                defaultChecked={typed.reason === reason}
                data-autofocus={at === 0 ? true : undefined}
                className="mt-1 size-4 shrink-0 accent-accent"
              />
              <span className="text-sm">
                <span className="block font-semibold">{REASONS[reason]}</span>
                <span className="text-muted">{REASON_HINTS[reason]}</span>
              </span>
            </label>
          ))}
        </div>
        <FieldNote id={`${id}-reason`} error={fields.reason} />
      </fieldset>
      <CountedTextArea
        label="In your words"
        name="text"
        rows={3}
        heights="min-h-20"
        defaultValue={typed.text}
        max={REPORT_TEXT_MAX}
        count={countCharacters}
        error={fields.text}
        hint="Required for Other; for the rest it helps whoever decides."
      />
      <div className="flex justify-end gap-2">
        {onCancel ? (
          <Button look="quiet" onClick={onCancel}>
            Cancel
          </Button>
        ) : null}
        <Button type="submit" look="primary" disabled={busy}>
          {busy ? "Sending..." : "Send report"}
        </Button>
      </div>
    </fetcher.Form>
  );
}
