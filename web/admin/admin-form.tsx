import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { useActionData, useLocation } from "react-router";
import { ERRORS } from "#core/errors.ts";
import { ProofButtons, ProofFields } from "#web/account/proof-fields.tsx";
import type { FormSuccess } from "#web/forms/answer-form.ts";
import { focusInvalidField } from "#web/forms/focus-invalid-field.ts";
import { Problem } from "#web/forms/form-controls.tsx";
import { useForm } from "#web/forms/use-form.ts";
import { useUnsavedText } from "#web/forms/use-unsaved-text.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { FormContext, type FormState } from "#web/ui/field.tsx";
import type { AdminRefusal, AdminResult } from "./answer-admin-form.ts";

/** Refusals that need their title to be understood. */
const TITLED_REFUSALS: readonly string[] = [ERRORS.access_denied.title, ERRORS.last_administrator.title];

interface AdminFormProps {
  readonly action?: string;
  readonly intent: string;
  /** The page section to scroll to after a submission without JavaScript. */
  readonly anchor?: string;
  /** Storage key of the draft, for forms that take a while to fill in. */
  readonly draftKey?: string;
  readonly encType?: "multipart/form-data";
  readonly className?: string;
  readonly onDone?: (result: FormSuccess) => void;
  readonly children: ReactNode | ((state: FormState) => ReactNode);
}

/**
 * The form of an admin action. If the action requires a step-up, a dialog asks for it and submits the form again.
 * Without JavaScript, the same fields appear in the form itself.
 */
export function AdminForm(props: AdminFormProps) {
  const { pathname, search } = useLocation();
  const {
    action = pathname + search,
    intent,
    anchor,
    draftKey = null,
    encType,
    className,
    onDone,
    children,
  } = props;
  // The response to a submission without JavaScript.
  const result = useActionData<AdminResult>();
  const form = useRef<HTMLFormElement>(null);
  const sentValues = useRef<FormData | null>(null);
  const draft = useUnsavedText(form, draftKey);
  // The key may change before the response arrives.
  const draftAtSubmit = useRef(draft);
  const isEditedSinceSubmit = useRef(false);
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  const { response, busy, send } = useForm<AdminResult>({
    action,
    encType,
    onResponse(received) {
      setIsDialogOpen(!received.ok && Boolean(received.proof));
      if (received.ok) {
        draftAtSubmit.current.clear();
        // Text typed before the response arrived belongs to the next submission.
        if (form.current && isEditedSinceSubmit.current) draft.save(form.current);
        else form.current?.reset();
        onDone?.(received);
      } else if (!received.proof) focusInvalidField(form.current);
    },
  });
  const submitted = result?.intent === intent && !result.ok ? result : undefined;
  const latest = response ?? submitted;
  const refusal: AdminRefusal | undefined = latest && !latest.ok ? latest : undefined;
  const inlineProof = response ? null : (submitted?.proof ?? null);

  function sendValues(values: FormData) {
    if (busy) return;
    draftAtSubmit.current = draft;
    isEditedSinceSubmit.current = false;
    void send(values);
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const values = new FormData(event.currentTarget, (event.nativeEvent as SubmitEvent).submitter);
    sentValues.current = values;
    sendValues(values);
  }

  function submitProof(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const combined = new FormData();
    for (const [name, value] of sentValues.current ?? []) combined.append(name, value);
    const proof = new FormData(event.currentTarget, (event.nativeEvent as SubmitEvent).submitter);
    for (const [name, value] of proof) combined.set(name, value);
    sendValues(combined);
  }

  const state = { busy, fields: refusal?.fields ?? {}, input: submitted?.input ?? {} };
  return (
    <>
      <form
        ref={form}
        method="post"
        action={anchor ? `${action}#${anchor}` : action}
        encType={encType}
        onSubmit={submit}
        onInput={(event) => {
          isEditedSinceSubmit.current = true;
          draft.save(event.currentTarget);
        }}
        className={className ?? "grid grid-cols-1 gap-4"}
      >
        <input type="hidden" name="intent" value={intent} />
        <FormContext value={state}>{typeof children === "function" ? children(state) : children}</FormContext>
        {inlineProof ? (
          <fieldset className="grid grid-cols-1 gap-4 rounded-md border border-line-strong p-4">
            <legend className="px-1 font-semibold">Confirm it's you</legend>
            <p className="text-sm text-muted">{submitted?.message}</p>
            <ProofFields proof={inlineProof} />
            <ProofButtons proof={inlineProof} busy={busy} />
          </fieldset>
        ) : null}
        {refusal?.message && !refusal.proof && Object.keys(state.fields).length === 0 ? (
          <Problem>
            {TITLED_REFUSALS.includes(refusal.title) ? <strong>{refusal.title}. </strong> : null}
            {refusal.message}
          </Problem>
        ) : null}
      </form>
      {response && refusal?.proof ? (
        <Dialog
          open={isDialogOpen}
          onClose={() => setIsDialogOpen(false)}
          title="Confirm it's you"
          description={refusal.message}
        >
          <form onSubmit={submitProof} className="grid gap-4">
            <ProofFields proof={refusal.proof} />
            <ProofButtons proof={refusal.proof} busy={busy} onCancel={() => setIsDialogOpen(false)} />
          </form>
        </Dialog>
      ) : null}
    </>
  );
}
