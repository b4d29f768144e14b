import { showRefusal, useQueuedForm } from "#web/lists/use-queued-form.ts";
import { toast } from "#web/ui/toast.tsx";
import type { CommentFormResult } from "./handle-comment.ts";

/**
 * Returns a function that deletes one of a thread's comments and shows the result. The thread calls this hook, because
 * a deleted comment's component may disappear.
 */
export function useCommentDeletion(action: string): (commentId: string) => void {
  const { sendFields } = useQueuedForm<CommentFormResult>(action, (result) => {
    if (!result.ok) showRefusal(result);
    else if (result.value) toast(result.value.message);
  });
  return (commentId) => sendFields({ intent: "delete", commentId });
}
