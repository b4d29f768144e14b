import {
  type ComponentType,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { useActionData, useNavigate } from "react-router";
import { COMMENT_MAX } from "#core/forum/limits.ts";
import { hasUnfinishedUpload, UNFINISHED_UPLOAD } from "#core/storage/unfinished-upload.ts";
import { hasVisibleText } from "#core/text.ts";
import { createRequestId, useForm } from "#web/forms/use-form.ts";
import { showRefusal } from "#web/lists/use-queued-form.ts";
import type { Refusal } from "#web/operation.ts";
import { createSignInLink } from "#web/page/sign-in-link.ts";
import { useOptionalSite } from "#web/page/site-data.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { cancelIfOffline } from "#web/ui/cancel-if-offline.ts";
import { FieldNote } from "#web/ui/field-note.tsx";
import { toast } from "#web/ui/toast.tsx";
import type { CommentToolsProps } from "./editor/comment-tools.tsx";
import type { CommentFormResult } from "./handle-comment.ts";
import {
  getTypedKey,
  readSubmittedComment,
  removeUnsentComment,
  storeSubmittedComment,
} from "./unsent-comment.ts";

interface CommentFormProps {
  readonly action: string;
  readonly intent: "comment" | "edit";
  /** The ID of the comment being replied to or edited; null for a new top-level comment. */
  readonly commentId: string | null;
  readonly label: string;
  readonly submitLabel: string;
  readonly hint?: string | null;
  readonly initialContent?: string;
  readonly autoFocus?: boolean;
  readonly onDone?: () => void;
  readonly onCancel?: () => void;
  readonly onRefused?: (refusal: Refusal) => void;
  readonly children?: ReactNode;
}

const buildFormKey = (intent: string, commentId: string | null, action: string) =>
  `lattice-comment:${intent}:${commentId ?? action}`;

function sendOnCtrlEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

const getMessage = ({ fieldErrors, message }: Refusal) => fieldErrors.content ?? message;

export function CommentForm(props: CommentFormProps) {
  const { action, intent, commentId, label, initialContent = "", autoFocus, onCancel } = props;
  const navigate = useNavigate();
  const id = useId();
  const textarea = useRef<HTMLTextAreaElement>(null);
  const requestId = useRef<HTMLInputElement>(null);
  const idField = intent === "edit" ? "commentId" : "parentId";
  // The result of a form that was sent without JavaScript.
  const actionResult = useActionData<CommentFormResult>();
  const actionRefusal =
    actionResult?.ok === false &&
    actionResult.intent === intent &&
    actionResult.input[idField] === (commentId ?? "")
      ? actionResult
      : null;
  const needsSignIn = actionRefusal?.code === "sign_in_to_comment";
  const [problem, setProblem] = useState(actionRefusal ? getMessage(actionRefusal) : "");
  const { busy, submit } = useForm<CommentFormResult>({ action, onResponse: showResponse });
  const formKey = buildFormKey(intent, commentId, action);
  const userId = useOptionalSite()?.viewer?.id ?? null;
  // Loaded when the field receives focus, and added around the field, so that typing isn't interrupted.
  const [Tools, setTools] = useState<ComponentType<CommentToolsProps> | null>(null);
  const loadTools = useRef(() => {
    import("./editor/comment-tools.tsx").then(
      ({ CommentTools }) => setTools(() => CommentTools),
      // Loading can fail offline or after an update. The field works without the tools.
      () => {},
    );
  });

  useEffect(() => {
    const submittedText = readSubmittedComment(formKey, userId);
    const storedText = submittedText ?? sessionStorage.getItem(getTypedKey(formKey));
    const field = textarea.current;
    // Saved before the visitor leaves for the sign-in page, and restored after they have signed in.
    if (needsSignIn && field) storeSubmittedComment(formKey, { text: field.value, userId });
    const isRestored = storedText !== null && field?.value === initialContent;
    if (isRestored) field.value = storedText;
    // This comment was submitted but may not have been saved, for example before signing in, so scroll to it.
    if (isRestored && submittedText !== null) field.scrollIntoView({ block: "center" });
    if (autoFocus || (isRestored && submittedText !== null)) field?.focus();
    // The field was focused before the scripts were loaded, so onFocus wasn't called.
    else if (field && field === document.activeElement) loadTools.current();
    // The ID stays the same until the comment is stored, so that submitting the comment twice doesn't create two.
    if (requestId.current) requestId.current.value = createRequestId();
  }, [formKey, userId, initialContent, autoFocus, needsSignIn]);

  function showResponse(result: CommentFormResult) {
    if (result.ok) {
      if (!result.value) return;
      setProblem("");
      if (textarea.current) {
        textarea.current.value = "";
        textarea.current.dispatchEvent(new Event("input", { bubbles: true }));
      }
      removeUnsentComment(formKey);
      if (requestId.current) requestId.current.value = createRequestId();
      toast(result.value.message);
      props.onDone?.();
      const { id: createdId } = result.value;
      if (createdId)
        requestAnimationFrame(() => {
          const element = document.getElementById(`comment-${createdId}`);
          if (element) element.scrollIntoView({ block: "nearest" });
          // The new comment is too deep for this page or on a later one, so open its parent's page or its own.
          else
            void navigate(
              `${/^\/forum\/[^/]+/.exec(action)?.[0]}/comments/${commentId ?? createdId}#comment-${createdId}`,
            );
        });
      return;
    }
    showRefusal(result);
    props.onRefused?.(result);
    if (result.code === "sign_in_to_comment")
      void navigate(createSignInLink(location.pathname + location.search).to);
    else {
      setProblem(getMessage(result));
      textarea.current?.focus();
    }
  }

  return (
    <form
      method="post"
      action={`${action}#${id}`}
      className="grid grid-cols-1 gap-2.5"
      onSubmit={(event) => {
        const text = textarea.current?.value ?? "";
        if (busy || !hasVisibleText(text)) return event.preventDefault();
        if (hasUnfinishedUpload(text)) {
          event.preventDefault();
          return setProblem(UNFINISHED_UPLOAD);
        }
        if (cancelIfOffline(event)) return;
        // Stored until the server has saved the comment, in case the response never arrives.
        storeSubmittedComment(formKey, { text, userId });
        submit(event);
      }}
    >
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name={idField} value={commentId ?? ""} />
      {/* Without a default value, because React would reset the field to it. */}
      <input type="hidden" name="requestId" ref={requestId} />
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <div className="comment-box">
        <textarea
          id={id}
          ref={textarea}
          name="content"
          dir="auto"
          rows={intent === "edit" ? 5 : 3}
          maxLength={COMMENT_MAX}
          defaultValue={actionRefusal?.input.content ?? initialContent}
          onFocus={Tools ? undefined : loadTools.current}
          onKeyDown={sendOnCtrlEnter}
          onInput={({ currentTarget }) => {
            if (intent === "comment") sessionStorage.setItem(getTypedKey(formKey), currentTarget.value);
          }}
          placeholder={label}
          aria-invalid={problem ? true : undefined}
          aria-describedby={`${id}-note ${id}-bar`}
        />
        {Tools ? (
          <Tools textarea={textarea} id={id} />
        ) : (
          <p id={`${id}-bar`} className="comment-bar text-faint">
            Supports Markdown and $math$.
          </p>
        )}
      </div>
      {props.children}
      {needsSignIn ? (
        <ButtonLink
          to={createSignInLink(action).to}
          variant="primary"
          size="sm"
          className="justify-self-start"
        >
          Sign In
        </ButtonLink>
      ) : null}
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <FieldNote id={`${id}-note`} hint={props.hint} error={problem || undefined} />
        <div className="ms-auto flex gap-2">
          {onCancel ? (
            <Button
              variant="quiet"
              size="sm"
              onClick={() => {
                removeUnsentComment(formKey);
                onCancel();
              }}
            >
              Cancel
            </Button>
          ) : null}
          <Button
            type="submit"
            variant="primary"
            size="sm"
            busy={busy}
            title="Ctrl+Enter"
            aria-keyshortcuts="Control+Enter Meta+Enter"
          >
            {props.submitLabel}
          </Button>
        </div>
      </div>
    </form>
  );
}
