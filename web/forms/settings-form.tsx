import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useFetcher } from "#web/router/use-fetcher.ts";
import { refreshSession } from "#web/session/refresh-session.ts";
import type { SettingsRefusal, SettingsResult } from "./handle-settings.ts";
import { Problem } from "./problem.tsx";
import { useUnsavedText } from "./use-unsaved-text.ts";

export interface FormState {
  readonly busy: boolean;
  /** Error messages by field. */
  readonly fields: Readonly<Record<string, string>>;
  /** What the user typed, when the page was rendered again with the error. */
  readonly input: Readonly<Record<string, string>>;
}

interface SettingsFormProps {
  readonly action: string;
  readonly intent: string;
  /** The response when the form was sent without JavaScript. */
  readonly result: SettingsResult | undefined;
  /** Storage key for unsaved text in this tab. */
  readonly storageKey?: string;
  readonly encType?: "multipart/form-data";
  readonly className?: string;
  readonly onDone?: () => void;
  readonly children: (state: FormState) => ReactNode;
}

/**
 * A settings form that also works without JavaScript. With it, the session is refreshed first if needed. The success
 * toast comes from send-settings.ts, because this form may be unmounted by then.
 */
export function SettingsForm(props: SettingsFormProps) {
  const {
    action,
    intent,
    result,
    storageKey,
    encType,
    className = "grid grid-cols-1 gap-4",
    onDone,
    children,
  } = props;
  const fetcher = useFetcher<SettingsResult>();
  const form = useRef<HTMLFormElement>(null);
  const handled = useRef<unknown>(undefined);
  const sentValues = useRef<FormData | null>(null);
  const [isSending, setIsSending] = useState(false);
  const savedText = useUnsavedText(form, storageKey ?? null);
  const latest = fetcher.data ?? (result?.intent === intent ? result : undefined);
  const refusal: SettingsRefusal | undefined = latest && !latest.ok ? latest : undefined;
  const busy = isSending || fetcher.state !== "idle";

  useEffect(() => {
    const { data } = fetcher;
    if (!data || data === handled.current || fetcher.state !== "idle") return;
    handled.current = data;
    if (data.ok) {
      const isUnchanged = showSavedValues(form.current, sentValues.current);
      if (isUnchanged) savedText.clear();
      onDone?.();
      return;
    }
    form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [fetcher, savedText, onDone]);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const values = new FormData(event.currentTarget);
    sentValues.current = values;
    setIsSending(true);
    await refreshSession();
    setIsSending(false);
    await fetcher.submit(values, { method: "post", action, encType });
  }

  return (
    <form
      ref={form}
      method="post"
      action={action}
      encType={encType}
      onSubmit={submit}
      onInput={(event) => savedText.save(event.currentTarget)}
      className={className}
    >
      <input type="hidden" name="intent" value={intent} />
      {children({ busy, fields: refusal?.fields ?? {}, input: refusal?.input ?? {} })}
      {refusal && Object.keys(refusal.fields).length === 0 ? <Problem>{refusal.message}</Problem> : null}
    </form>
  );
}

/**
 * Shows the saved values, which are the fields' default values by now, except in fields edited since the form was sent.
 * Returns whether there are none of those.
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
