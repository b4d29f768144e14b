import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { ERRORS } from "#core/errors.ts";
import { ProofButtons, ProofFields } from "#web/account/proof-fields.tsx";
import { refreshSession } from "#web/forum/editor/refresh-session.ts";
import { Problem } from "#web/settings/problem.tsx";
import { useUnsavedText } from "#web/settings/use-unsaved-text.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import type { AdminAnswer, AdminRefusal } from "./answer-admin-form.ts";

export interface AdminFormState {
  readonly busy: boolean;
  /** One message per invalid field. */
  readonly fields: Readonly<Record<string, string>>;
  /** The submitted values, when the page was rendered with the answer (no JavaScript). */
  readonly typed: Readonly<Record<string, string>>;
}

/** Refusals that need their title to be understood. */
const NAMED: readonly string[] = [ERRORS.access_denied.title, ERRORS.last_administrator.title];

interface AdminFormProps {
  readonly action: string;
  readonly intent: string;
  /** The answer to a submission without JavaScript. */
  readonly answer: AdminAnswer | undefined;
  /** The page section to scroll to after a submission without JavaScript. */
  readonly anchor?: string;
  /** Storage key of the draft, for forms that take long to fill in. */
  readonly draftKey?: string;
  readonly className?: string;
  readonly onDone?: () => void;
  readonly children: (state: AdminFormState) => ReactNode;
}

/**
 * The form of an admin action. When it needs a fresh sign-in, a dialog asks for it and submits the form again.
 * Without JavaScript, the same fields appear in the form itself.
 */
export function AdminForm(props: AdminFormProps) {
  const { action, intent, answer, anchor, draftKey: keepAs = null, className, onDone, children } = props;
  const fetcher = useFetcher<AdminAnswer>();
  const form = useRef<HTMLFormElement>(null);
  const handled = useRef<unknown>(undefined);
  const sent = useRef<FormData | null>(null);
  const draft = useUnsavedText(form, keepAs);
  // The key may change before the answer arrives.
  const draftAtSubmit = useRef(draft);
  const [sending, setSending] = useState(false);
  const [asking, setAsking] = useState(false);
  const own = answer?.intent === intent && !answer.ok ? answer : undefined;
  const latest = fetcher.data ?? own;
  const refusal: AdminRefusal | undefined = latest && !latest.ok ? latest : undefined;
  const inline = fetcher.data ? null : (own?.proof ?? null);
  const busy = sending || fetcher.state !== "idle";

  useEffect(() => {
    const { data } = fetcher;
    if (!data || data === handled.current || fetcher.state !== "idle") return;
    handled.current = data;
    setAsking(!data.ok && Boolean(data.proof));
    if (data.ok) {
      draftAtSubmit.current.forget();
      form.current?.reset();
      onDone?.();
    } else if (!data.proof) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [fetcher, onDone]);

  async function send(written: FormData) {
    if (busy) return;
    draftAtSubmit.current = draft;
    setSending(true);
    await refreshSession();
    setSending(false);
    await fetcher.submit(written, { method: "post", action });
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const written = new FormData(event.currentTarget, (event.nativeEvent as SubmitEvent).submitter);
    sent.current = written;
    void send(written);
  }

  /** Submits the same values again together with the proof. */
  function submitProof(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const combined = new FormData();
    for (const [name, value] of sent.current ?? []) combined.append(name, value);
    const proof = new FormData(event.currentTarget, (event.nativeEvent as SubmitEvent).submitter);
    for (const [name, value] of proof) combined.set(name, value);
    void send(combined);
  }

  const hasFields = Object.keys(refusal?.fields ?? {}).length > 0;
  return (
    <>
      <form
        ref={form}
        method="post"
        action={anchor ? `${action}#${anchor}` : action}
        onSubmit={submit}
        onInput={(event) => draft.write(event.currentTarget)}
        className={className ?? "grid grid-cols-1 gap-4"}
      >
        <input type="hidden" name="intent" value={intent} />
        {children({ busy, fields: refusal?.fields ?? {}, typed: own?.typed ?? {} })}
        {inline ? (
          <fieldset className="grid grid-cols-1 gap-4 rounded-md border border-line-strong p-4">
            <legend className="px-1 font-semibold">Confirm it's you</legend>
            <p className="text-sm text-muted">{own?.message}</p>
            <ProofFields proof={inline} />
            <ProofButtons proof={inline} busy={busy} />
          </fieldset>
        ) : null}
        {refusal?.message && !refusal.proof && !hasFields ? (
          <Problem>
            {NAMED.includes(refusal.title) ? <strong>{refusal.title}. </strong> : null}
            {refusal.message}
          </Problem>
        ) : null}
      </form>
      {fetcher.data && refusal?.proof ? (
        <Dialog
          open={asking}
          onClose={() => setAsking(false)}
          title="Confirm it's you"
          description={refusal.message}
        >
          <form onSubmit={submitProof} className="grid gap-4">
            <ProofFields proof={refusal.proof} />
            <ProofButtons proof={refusal.proof} busy={busy} onCancel={() => setAsking(false)} />
          </form>
        </Dialog>
      ) : null}
    </>
  );
}
