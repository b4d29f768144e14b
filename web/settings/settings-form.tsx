import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { refreshSession } from "#web/forum/editor/refresh-session.ts";
import type { SettingsAnswer, SettingsRefusal } from "./answer-settings.ts";
import { Problem } from "./problem.tsx";
import { useKeptText } from "./use-kept-text.ts";

export interface FormState {
  readonly busy: boolean;
  /** A sentence per field that was wrong. */
  readonly fields: Readonly<Record<string, string>>;
  /** What was typed before, where the page was made anew with the answer. */
  readonly typed: Readonly<Record<string, string>>;
}

interface SettingsFormProps {
  readonly action: string;
  readonly intent: string;
  /** How the page's own form was answered, where it was sent without script. */
  readonly answer: SettingsAnswer | undefined;
  /** Under which what is typed is kept in this tab. */
  readonly keepAs?: string;
  readonly encType?: "multipart/form-data";
  readonly className?: string;
  readonly onDone?: () => void;
  readonly children: (state: FormState) => ReactNode;
}

/**
 * A form of the settings. It posts without scripts too; with them the session is refreshed first where it must be, a
 * refusal leaves everything as it was typed. Success is said by send-settings.ts, since this form may be gone by then.
 */
export function SettingsForm(props: SettingsFormProps) {
  const {
    action,
    intent,
    answer,
    keepAs,
    encType,
    className = "grid grid-cols-1 gap-4",
    onDone,
    children,
  } = props;
  const fetcher = useFetcher<SettingsAnswer>();
  const form = useRef<HTMLFormElement>(null);
  const heard = useRef<unknown>(undefined);
  const sent = useRef<FormData | null>(null);
  const [sending, setSending] = useState(false);
  const kept = useKeptText(form, keepAs ?? null);
  const latest = fetcher.data ?? (answer?.intent === intent ? answer : undefined);
  const refusal: SettingsRefusal | undefined = latest && !latest.ok ? latest : undefined;
  const busy = sending || fetcher.state !== "idle";

  useEffect(() => {
    const { data } = fetcher;
    if (!data || data === heard.current || fetcher.state !== "idle") return;
    heard.current = data;
    if (data.ok) {
      const unchanged = takeAnswer(form.current, sent.current);
      if (unchanged) kept.forget();
      onDone?.();
      return;
    }
    form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [fetcher, kept, onDone]);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const written = new FormData(event.currentTarget);
    sent.current = written;
    setSending(true);
    await refreshSession();
    setSending(false);
    await fetcher.submit(written, { method: "post", action, encType });
  }

  return (
    <form
      ref={form}
      method="post"
      action={action}
      encType={encType}
      onSubmit={submit}
      onInput={(event) => kept.write(event.currentTarget)}
      className={className}
    >
      <input type="hidden" name="intent" value={intent} />
      {children({ busy, fields: refusal?.fields ?? {}, typed: refusal?.typed ?? {} })}
      {refusal && Object.keys(refusal.fields).length === 0 ? <Problem>{refusal.message}</Problem> : null}
    </form>
  );
}

/**
 * Shows what the server made of the fields, which is what they begin with by now; one that was written in since it was
 * sent stays as it is. Whether none was.
 */
function takeAnswer(form: HTMLFormElement | null, sent: FormData | null): boolean {
  let unchanged = true;
  for (const field of form?.elements ?? []) {
    const isText = field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement;
    if (!isText || field.name === "" || field.type === "hidden" || field.type === "file") continue;
    if (field.value !== sent?.get(field.name)) {
      unchanged = false;
      continue;
    }
    field.value = field.defaultValue;
    // Whoever counts its characters hears of it.
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
  return unchanged;
}
