import { showRefusal, useQueuedForm } from "#web/lists/use-queued-form.ts";
import { toast } from "#web/ui/toast.tsx";
import type { CommentFormResult } from "./handle-comment.ts";

/** Deletes a thread's comments and shows the result. Used by the thread, because the comment itself disappears. */
export function useCommentDeletion(action: string): (commentId: string) => void {
  const { sendFields } = useQueuedForm<CommentFormResult>(action, (result) => {
    if (!result.ok) showRefusal(result);
    else if (result.value) toast(result.value.message);
  });
  return (commentId) => sendFields({ intent: "delete", commentId });
}
