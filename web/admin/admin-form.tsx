import { type FormEvent, type ReactNode, useRef } from "react";
import { useActionData, useLocation } from "react-router";
import { PROOF_FIELDS } from "#core/accounts/proof.ts";
import { ERRORS } from "#core/errors.ts";
import type { StepUpRefusal, StepUpResult } from "#web/account/answer-with-step-up.ts";
import { ConfirmIdentity, useConfirmIdentity } from "#web/account/confirm-identity.tsx";
import { ProofButtons, ProofFields } from "#web/account/proof-fields.tsx";
import { SEND_PROOF_CODE } from "#web/account/proof-prompt.ts";
import type { FormSuccess } from "#web/forms/answer-form.ts";
import { Problem } from "#web/forms/form-controls.tsx";
import { focusInvalidField, useForm } from "#web/forms/use-form.ts";
import { useUnsavedText } from "#web/forms/use-unsaved-text.ts";
import { FormContext, type FormState } from "#web/ui/field.tsx";

/** Refusals' titles that are shown, because the message alone isn't clear. */
const SHOWN_TITLES: readonly string[] = [ERRORS.access_denied.title, ERRORS.last_administrator.title];

type AdminFormState = FormState & Pick<StepUpRefusal, "conflict" | "output">;

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
  readonly children: ReactNode | ((state: AdminFormState) => ReactNode);
}

/**
 * The form of an admin action. If the action requires a step-up, a dialog asks for it and the form is submitted again.
 * Without JavaScript, the fields for it appear in the form itself.
 */
export const AdminForm = (props: AdminFormProps) => (
  <ConfirmIdentity>
    <FormWithStepUp {...props} />
  </ConfirmIdentity>
);

function FormWithStepUp(props: AdminFormProps) {
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
  const result = useActionData<StepUpResult>();
  const form = useRef<HTMLFormElement>(null);
  const sentValues = useRef<FormData | null>(null);
  const draft = useUnsavedText(form, draftKey);
  // The draft's key may change before the response arrives.
  const draftAtSubmit = useRef(draft);
  const isEditedSinceSubmit = useRef(false);
  const confirmIdentity = useConfirmIdentity();
  const { response, busy, send } = useForm<StepUpResult>({
    action,
    encType,
    async onResponse(newResponse) {
      if (newResponse.ok) {
        draftAtSubmit.current.clear();
        // Text typed before the response arrived belongs to the next submission.
        if (form.current && isEditedSinceSubmit.current) draft.save(form.current);
        else form.current?.reset();
        onDone?.(newResponse);
      } else if (!newResponse.proof) focusInvalidField(form.current);
      else if (await confirmIdentity()) sendAgain();
    },
  });
  const noScriptRefusal = result?.intent === intent && !result.ok ? result : undefined;
  const latestResult = response ?? noScriptRefusal;
  const refusal: StepUpRefusal | undefined = latestResult && !latestResult.ok ? latestResult : undefined;
  const inlineProof = response ? null : (noScriptRefusal?.proof ?? null);

  function sendValues(values: FormData) {
    if (busy) return;
    draftAtSubmit.current = draft;
    isEditedSinceSubmit.current = false;
    void send(values);
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    sentValues.current = new FormData(event.currentTarget, (event.nativeEvent as SubmitEvent).submitter);
    sendValues(sentValues.current);
  }

  /** Sends the form again without the values of its own step-up fields, because the dialog has replaced them. */
  function sendAgain() {
    if (!sentValues.current) return;
    for (const name of [...Object.values(PROOF_FIELDS), SEND_PROOF_CODE]) sentValues.current.delete(name);
    sendValues(sentValues.current);
  }

  const state: AdminFormState = {
    busy,
    fieldErrors: refusal?.fieldErrors ?? {},
    input: noScriptRefusal?.input ?? {},
    conflict: refusal?.conflict,
    output: refusal?.output,
  };
  return (
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
          <p className="text-sm text-muted">{noScriptRefusal?.message}</p>
          <ProofFields proof={inlineProof} />
          <ProofButtons proof={inlineProof} busy={busy} />
        </fieldset>
      ) : null}
      {refusal?.message && !refusal.proof && Object.keys(state.fieldErrors).length === 0 ? (
        <Problem>
          {SHOWN_TITLES.includes(refusal.title) ? <strong>{refusal.title}. </strong> : null}
          {refusal.message}
        </Problem>
      ) : null}
    </form>
  );
}
