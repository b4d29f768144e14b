import { type FormEvent, type ReactNode, useRef } from "react";
import { useActionData } from "react-router";
import { FormContext, type FormState } from "#web/ui/field.tsx";
import type { FormResult } from "./answer-form.ts";
import { Problem } from "./form-controls.tsx";
import { focusInvalidField, useForm } from "./use-form.ts";
import { useUnsavedText } from "./use-unsaved-text.ts";

interface ActionFormProps<Value> {
  readonly action: string;
  readonly intent: string;
  /** Storage key for unsaved text in this tab. */
  readonly storageKey?: string;
  readonly encType?: "multipart/form-data";
  readonly className?: string;
  /** Clears the form when it succeeds, instead of showing the saved values. */
  readonly clearOnSuccess?: boolean;
  readonly onDone?: () => void;
  /** A function also receives the result's `value`, once the form has succeeded. */
  readonly children: ReactNode | ((state: FormState & { readonly value: Value | undefined }) => ReactNode);
}

/**
 * A form that works without JavaScript. client-action.ts shows its toast, because the form may be unmounted before the
 * response arrives.
 */
export function ActionForm<Value = unknown>(props: ActionFormProps<Value>) {
  const { action, intent, storageKey, encType, className = "grid grid-cols-1 gap-4", children } = props;
  // The result if the form was sent without JavaScript.
  const pageResult = useActionData<FormResult<Value>>();
  const form = useRef<HTMLFormElement>(null);
  const sentValues = useRef<FormData | null>(null);
  const unsavedText = useUnsavedText(form, storageKey ?? null);
  const { response, busy, send } = useForm<FormResult<Value>>({
    action,
    encType,
    onResponse({ ok }) {
      if (!ok) return focusInvalidField(form.current);
      if (props.clearOnSuccess) form.current?.reset();
      else if (showSavedValues(form.current, sentValues.current)) unsavedText.clear();
      props.onDone?.();
    },
  });
  const latestResult = response ?? (pageResult?.intent === intent ? pageResult : undefined);
  const refusal = latestResult && !latestResult.ok ? latestResult : undefined;
  const state = { busy, fieldErrors: refusal?.fieldErrors ?? {}, input: refusal?.input ?? {} };

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    sentValues.current = new FormData(event.currentTarget);
    void send(sentValues.current);
  }

  return (
    <form
      ref={form}
      method="post"
      action={action}
      encType={encType}
      onSubmit={submit}
      onInput={(event) => unsavedText.save(event.currentTarget)}
      className={className}
    >
      <input type="hidden" name="intent" value={intent} />
      <FormContext value={state}>
        {typeof children === "function"
          ? children({ ...state, value: latestResult?.ok ? latestResult.value : undefined })
          : children}
      </FormContext>
      {refusal && Object.keys(refusal.fieldErrors).length === 0 ? <Problem>{refusal.message}</Problem> : null}
    </form>
  );
}

/**
 * Shows the saved values, which have become the fields' default values. Fields edited since the form was sent keep their
 * text. Returns true if no field was edited.
 */
function showSavedValues(form: HTMLFormElement | null, sentValues: FormData | null): boolean {
  let isUnchanged = true;
  for (const field of form?.elements ?? []) {
    const isText = field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement;
    if (!isText || field.name === "" || field.type === "hidden" || field.type === "file") continue;
    if (field.value !== sentValues?.get(field.name)) {
      isUnchanged = false;
      continue;
    }
    field.value = field.defaultValue;
    // Updates the character counter.
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
  return isUnchanged;
}
