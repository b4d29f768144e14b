import { useEffect, useId, useRef, useState } from "react";
import { useActionData, useFetcher, useNavigate } from "react-router";
import { COMMENT_MAX } from "#core/forum/limits.ts";
import { hasVisibleText } from "#core/forum/text.ts";
import type { Refusal } from "#web/operation.ts";
import { hasSessionCookie } from "#web/shell/page-cookies.ts";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { FieldNote, INPUT_CLASSES } from "#web/ui/field.tsx";
import { stopOffline } from "#web/ui/stop-offline.ts";
import { toast } from "#web/ui/toast.tsx";
import type { CommentAnswer } from "./answer-comment.ts";
import { newRequestId } from "./request-id.ts";
import { typedKey } from "./typed-comment.ts";

interface CommentFormProps {
  /** The route that handles the form: the post's or the thread's. */
  readonly action: string;
  readonly intent: "comment" | "edit";
  /** The comment that is replied to or edited; null for a top-level comment. */
  readonly about: string | null;
  readonly label: string;
  readonly submitLabel: string;
  readonly initial?: string;
  readonly autoFocus?: boolean;
  readonly onDone?: () => void;
  readonly onCancel?: () => void;
}

/** Storage key for a text that couldn't be sent because the user was signed out or offline. */
const pendingKey = (intent: string, about: string | null, action: string) =>
  `lattice-comment:${intent}:${about ?? action}`;

const getMessage = ({ fields, message }: Refusal) => fields.content ?? message;

export function CommentForm(props: CommentFormProps) {
  const { action, intent, about, label, submitLabel, initial = "", autoFocus, onDone, onCancel } = props;
  const fetcher = useFetcher<CommentAnswer | null>();
  const navigate = useNavigate();
  const id = useId();
  const textarea = useRef<HTMLTextAreaElement>(null);
  const requestId = useRef<HTMLInputElement>(null);
  const handled = useRef<unknown>(undefined);
  // The result of a form that was sent without JavaScript.
  const sent = useActionData<CommentAnswer | null>();
  const refused = sent?.ok === false && sent.intent === intent && sent.about === (about ?? "") ? sent : null;
  const [problem, setProblem] = useState(refused ? getMessage(refused.refusal) : "");
  const busy = fetcher.state !== "idle";
  const key = pendingKey(intent, about, action);

  useEffect(() => {
    const pending = sessionStorage.getItem(key);
    const stored = pending ?? sessionStorage.getItem(typedKey(key));
    const box = textarea.current;
    const restored = stored !== null && box?.value === initial;
    if (restored) box.value = stored;
    // The text was written before signing in, so scroll to it.
    if (restored && pending !== null) box.scrollIntoView({ block: "center" });
    if (autoFocus || (restored && pending !== null)) box?.focus();
    // The same id until the comment is stored, so that submitting twice, or again after a lost response, creates one
    // comment.
    if (requestId.current) requestId.current.value = newRequestId();
  }, [key, initial, autoFocus]);

  useEffect(() => {
    const answer = fetcher.data;
    if (!answer || answer === handled.current || fetcher.state !== "idle") return;
    handled.current = answer;
    if (answer.ok) {
      sessionStorage.removeItem(key);
      sessionStorage.removeItem(typedKey(key));
      setProblem("");
      if (textarea.current) textarea.current.value = "";
      if (requestId.current) requestId.current.value = newRequestId();
      toast(answer.message);
      onDone?.();
      const { id: createdId } = answer;
      if (createdId)
        requestAnimationFrame(() => {
          const shown = document.getElementById(`comment-${createdId}`);
          if (shown) shown.scrollIntoView({ block: "nearest" });
          // The comment isn't on this page, because it is too deep or on a later page: open its parent's page or its
          // own.
          else
            void navigate(
              `${/^\/forum\/[^/]+/.exec(action)?.[0]}/comments/${about ?? createdId}#comment-${createdId}`,
            );
        });
      return;
    }
    const { title, message, code } = answer.refusal;
    toast({ title, description: message, destructive: true });
    if (code === "sign_in_to_comment") {
      void navigate(`/auth?next=${encodeURIComponent(location.pathname + location.search)}`);
      return;
    }
    setProblem(getMessage(answer.refusal));
  }, [fetcher.data, fetcher.state, key, navigate, onDone, action, about]);

  return (
    <fetcher.Form
      method="post"
      action={`${action}#${id}`}
      className="grid grid-cols-1 gap-2.5"
      onSubmit={(event) => {
        const typed = textarea.current?.value ?? "";
        if (busy || !hasVisibleText(typed)) return event.preventDefault();
        if (stopOffline(event)) return;
        // Kept until it is stored, in case the response never arrives and the page is left.
        sessionStorage.setItem(key, typed);
        if (!hasSessionCookie()) return;
        // The access token may have expired while the user was typing, so refresh it before sending.
        event.preventDefault();
        const form = event.currentTarget;
        void import("./editor/refresh-session.ts")
          .then(({ refreshSession }) => refreshSession())
          .finally(() => fetcher.submit(form));
      }}
    >
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name={intent === "edit" ? "commentId" : "parentId"} value={about ?? ""} />
      <input type="hidden" name="requestId" ref={requestId} defaultValue="" />
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <textarea
        id={id}
        ref={textarea}
        name="content"
        rows={intent === "edit" ? 5 : 3}
        maxLength={COMMENT_MAX}
        defaultValue={refused?.content ?? initial}
        onInput={({ currentTarget }) => {
          if (intent === "comment") sessionStorage.setItem(typedKey(key), currentTarget.value);
        }}
        placeholder={label}
        aria-invalid={problem ? true : undefined}
        aria-describedby={`${id}-note`}
        className={classNames(INPUT_CLASSES, "min-h-20 field-sizing-content py-2.5 leading-relaxed")}
      />
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <FieldNote
          id={`${id}-note`}
          error={problem || undefined}
          hint="Markdown and $mathematics$ work here."
        />
        <div className="ms-auto flex gap-2">
          {onCancel ? (
            <Button
              look="quiet"
              size="sm"
              onClick={() => {
                sessionStorage.removeItem(typedKey(key));
                onCancel();
              }}
            >
              Cancel
            </Button>
          ) : null}
          <Button type="submit" look="primary" size="sm" disabled={busy}>
            {submitLabel}
          </Button>
        </div>
      </div>
    </fetcher.Form>
  );
}
