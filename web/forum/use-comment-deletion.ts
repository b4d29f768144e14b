import { useEffect, useRef } from "react";
import { useFetcher } from "react-router";
import { toast } from "#web/ui/toast.tsx";
import type { CommentAnswer } from "./answer-comment.ts";

/** Deletes a thread's comments and shows the result. Used by the thread, because the comment itself disappears. */
export function useCommentDeletion(action: string): (commentId: string) => void {
  const fetcher = useFetcher<CommentAnswer | null>();
  const handled = useRef<unknown>(undefined);

  useEffect(() => {
    const answer = fetcher.data;
    if (!answer || answer === handled.current || fetcher.state !== "idle") return;
    handled.current = answer;
    if (answer.ok) toast(answer.message);
    else toast({ title: answer.refusal.title, description: answer.refusal.message, destructive: true });
  }, [fetcher.data, fetcher.state]);

  return (commentId) => void fetcher.submit({ intent: "delete", commentId }, { method: "post", action });
}
