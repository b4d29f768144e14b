import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { refreshSession } from "#web/forum/editor/refresh-session.ts";
import type { SettingsAnswer, SettingsRefusal } from "./answer-settings.ts";
import { Problem } from "./problem.tsx";
import { useUnsavedText } from "./use-unsaved-text.ts";

export interface FormState {
  readonly busy: boolean;
  /** Error messages by field. */
  readonly fields: Readonly<Record<string, string>>;
  /** What the user typed, when the page was rendered again with the error. */
  readonly typed: Readonly<Record<string, string>>;
}

interface SettingsFormProps {
  readonly action: string;
  readonly intent: string;
  /** The response when the form was sent without scripts. */
  readonly answer: SettingsAnswer | undefined;
  /** Storage key for unsaved text in this tab. */
  readonly storageKey?: string;
  readonly encType?: "multipart/form-data";
  readonly className?: string;
  readonly onDone?: () => void;
  readonly children: (state: FormState) => ReactNode;
}

/**
 * A settings form that also works without scripts. With scripts it refreshes the session first if needed. The success
 * toast comes from send-settings.ts, because this form may be unmounted by then.
 */
export function SettingsForm(props: SettingsFormProps) {
  const {
    action,
    intent,
    answer,
    storageKey,
    encType,
    className = "grid grid-cols-1 gap-4",
    onDone,
    children,
  } = props;
  const fetcher = useFetcher<SettingsAnswer>();
  const form = useRef<HTMLFormElement>(null);
  const handled = useRef<unknown>(undefined);
  const sent = useRef<FormData | null>(null);
  const [sending, setSending] = useState(false);
  const savedText = useUnsavedText(form, storageKey ?? null);
  const latest = fetcher.data ?? (answer?.intent === intent ? answer : undefined);
  const refusal: SettingsRefusal | undefined = latest && !latest.ok ? latest : undefined;
  const busy = sending || fetcher.state !== "idle";

  useEffect(() => {
    const { data } = fetcher;
    if (!data || data === handled.current || fetcher.state !== "idle") return;
    handled.current = data;
    if (data.ok) {
      const isUnchanged = showSavedValues(form.current, sent.current);
      if (isUnchanged) savedText.forget();
      onDone?.();
      return;
    }
    form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [fetcher, savedText, onDone]);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const values = new FormData(event.currentTarget);
    sent.current = values;
    setSending(true);
    await refreshSession();
    setSending(false);
    await fetcher.submit(values, { method: "post", action, encType });
  }

  return (
    <form
      ref={form}
      method="post"
      action={action}
      encType={encType}
      onSubmit={submit}
      onInput={(event) => savedText.write(event.currentTarget)}
      className={className}
    >
      <input type="hidden" name="intent" value={intent} />
      {children({ busy, fields: refusal?.fields ?? {}, typed: refusal?.typed ?? {} })}
      {refusal && Object.keys(refusal.fields).length === 0 ? <Problem>{refusal.message}</Problem> : null}
    </form>
  );
}

/**
 * Shows the saved values, which are the fields' default values by now, except in fields edited since the form was sent.
 * Returns whether there are none of those.
 */
function showSavedValues(form: HTMLFormElement | null, sent: FormData | null): boolean {
  let isUnchanged = true;
  for (const field of form?.elements ?? []) {
    const isText = field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement;
    if (!isText || field.name === "" || field.type === "hidden" || field.type === "file") continue;
    if (field.value !== sent?.get(field.name)) {
      isUnchanged = false;
      continue;
    }
    field.value = field.defaultValue;
    // Updates the character counter.
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
  return isUnchanged;
}
