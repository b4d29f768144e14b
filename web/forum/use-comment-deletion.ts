import { useEffect, useRef } from "react";
import { useFetcher } from "#web/router/use-fetcher.ts";
import { toast } from "#web/ui/toast.tsx";
import type { CommentFormResult } from "./handle-comment.ts";

/** Deletes a thread's comments and shows the result. Used by the thread, because the comment itself disappears. */
export function useCommentDeletion(action: string): (commentId: string) => void {
  const fetcher = useFetcher<CommentFormResult | null>();
  const handledResult = useRef<unknown>(undefined);

  useEffect(() => {
    const result = fetcher.data;
    if (!result || result === handledResult.current || fetcher.state !== "idle") return;
    handledResult.current = result;
    if (result.ok) toast(result.message);
    else toast({ title: result.refusal.title, description: result.refusal.message, destructive: true });
  }, [fetcher.data, fetcher.state]);

  return (commentId) => void fetcher.submit({ intent: "delete", commentId }, { method: "post", action });
}
