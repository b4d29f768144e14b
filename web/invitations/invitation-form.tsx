import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Problem } from "#web/forms/problem.tsx";
import { useFetcher } from "#web/router/use-fetcher.ts";
import { refreshSession } from "#web/session/refresh-session.ts";
import type { InvitationResult } from "./handle-invitations.ts";

interface InvitationFormState {
  readonly busy: boolean;
  /** Error messages by field. */
  readonly fields: Readonly<Record<string, string>>;
  /** What the user typed, when the page was rendered with an error. */
  readonly input: Readonly<Record<string, string>>;
  /** The link that the form has just created. */
  readonly link: string | undefined;
}

interface InvitationFormProps {
  readonly action: string;
  readonly intent: string;
  /** The response when the form was sent without JavaScript. */
  readonly result: InvitationResult | undefined;
  readonly className?: string;
  readonly children: (state: InvitationFormState) => ReactNode;
}

/** A form of an invitation page. It is emptied when it succeeds, and may show a new link. */
export function InvitationForm({ action, intent, result, className, children }: InvitationFormProps) {
  const fetcher = useFetcher<InvitationResult>();
  const form = useRef<HTMLFormElement>(null);
  const handled = useRef<unknown>(undefined);
  const [isSending, setIsSending] = useState(false);
  const latest = fetcher.data ?? (result?.intent === intent ? result : undefined);
  const refusal = latest && !latest.ok ? latest : undefined;
  const busy = isSending || fetcher.state !== "idle";

  useEffect(() => {
    const { data } = fetcher;
    if (!data || data === handled.current || fetcher.state !== "idle") return;
    handled.current = data;
    if (data.ok) form.current?.reset();
    else form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [fetcher]);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const values = new FormData(event.currentTarget);
    setIsSending(true);
    await refreshSession();
    setIsSending(false);
    await fetcher.submit(values, { method: "post", action });
  }

  return (
    <form
      ref={form}
      method="post"
      action={action}
      onSubmit={submit}
      className={className ?? "grid grid-cols-1 content-start gap-4"}
    >
      <input type="hidden" name="intent" value={intent} />
      {children({
        busy,
        fields: refusal?.fields ?? {},
        input: refusal?.input ?? {},
        link: latest?.ok ? latest.link : undefined,
      })}
      {refusal && Object.keys(refusal.fields).length === 0 ? <Problem>{refusal.message}</Problem> : null}
    </form>
  );
}
