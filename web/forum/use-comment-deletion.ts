import { showRefusal } from "#web/forms/show-refusal.ts";
import { useFetcher } from "#web/router/use-fetcher.ts";
import { useResponse } from "#web/router/use-response.ts";
import { toast } from "#web/ui/toast.tsx";
import type { CommentFormResult } from "./handle-comment.ts";

/** Deletes a thread's comments and shows the result. Used by the thread, because the comment itself disappears. */
export function useCommentDeletion(action: string): (commentId: string) => void {
  const fetcher = useFetcher<CommentFormResult>();
  useResponse(fetcher, (result) => {
    if (!result.ok) showRefusal(result);
    else if (result.value) toast(result.value.message);
  });
  return (commentId) => void fetcher.submit({ intent: "delete", commentId }, { method: "post", action });
}
