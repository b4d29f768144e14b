import { type ReactNode, useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { NOTICES } from "#core/messages.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { toast } from "#web/ui/toast.tsx";
import type { CommentAnswer } from "./answer-comment.ts";

interface DeleteCommentProps {
  readonly action: string;
  readonly commentId: string;
  readonly className: string;
  readonly children: ReactNode;
}

/** Deletes a comment after asking. The asking needs script; the form does not. */
export function DeleteComment({ action, commentId, className, children }: DeleteCommentProps) {
  const fetcher = useFetcher<CommentAnswer | null>();
  const [asking, setAsking] = useState(false);
  const heard = useRef<unknown>(undefined);

  useEffect(() => {
    const answer = fetcher.data;
    if (!answer || answer === heard.current || fetcher.state !== "idle") return;
    heard.current = answer;
    if (answer.ok) toast(NOTICES[answer.notice]);
    else toast({ title: answer.refusal.title, description: answer.refusal.message, destructive: true });
  }, [fetcher.data, fetcher.state]);

  const fields = { intent: "delete", commentId };
  return (
    <>
      <fetcher.Form
        method="post"
        action={action}
        onSubmit={(event) => {
          event.preventDefault();
          setAsking(true);
        }}
      >
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <button type="submit" className={className}>
          {children}
        </button>
      </fetcher.Form>
      <ConfirmDialog
        open={asking}
        title="Delete this comment?"
        description="Its words are removed for good. Answers to it stay where they are."
        onKeep={() => setAsking(false)}
        onDelete={() => {
          setAsking(false);
          void fetcher.submit(fields, { method: "post", action });
        }}
      />
    </>
  );
}
