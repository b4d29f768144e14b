import type { ThreadState } from "#core/forum/reading.ts";
import { NOTICES } from "#core/notices.ts";
import { buttonClasses } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { toast } from "#web/ui/toast.tsx";
import { latestThreadStates } from "./latest-thread-states.ts";
import { useOptimisticState } from "./use-optimistic-state.ts";

interface SaveButtonProps {
  readonly postId: string;
  readonly threadState: ThreadState;
  readonly subject?: string;
  /** False for a deleted post: once removed from the saved posts, it can't be saved again. */
  readonly canUndo?: boolean;
}

const parseSave = (form: FormData) => form.get("save") === "yes";

export default function SaveButton({ postId, threadState, subject, canUndo = true }: SaveButtonProps) {
  const action = `/forum/${postId}/save`;
  const { send, currentValue } = useOptimisticState(
    action,
    threadState,
    threadState.isSaved,
    parseSave,
    (isSaved) => {
      latestThreadStates.set(postId, { ...(latestThreadStates.get(postId) ?? threadState), isSaved });
      toast(
        isSaved
          ? { ...NOTICES["post-saved"], link: { label: "Saved posts", to: "/saved" } }
          : NOTICES["post-unsaved"],
      );
    },
  );
  if (!canUndo && !currentValue) return <span role="status">Removed</span>;
  return (
    <form method="post" action={action} onSubmit={send} className={subject ? "save-mark" : undefined}>
      {/* biome-ignore lint/a11y/useButtonType: submit is the default, and a list has twenty of these */}
      <button
        name="save"
        value={currentValue ? "no" : "yes"}
        aria-pressed={currentValue}
        aria-label={subject ? `Save ${subject}` : undefined}
        title={subject ? (currentValue ? "Saved" : "Save") : undefined}
        className={subject ? undefined : buttonClasses({ variant: "quiet", size: "sm" })}
      >
        {subject ? null : (
          <>
            <Icon name="bookmark" className={currentValue ? "fill-current" : undefined} />
            <span className="max-sm:sr-only">{currentValue ? "Saved" : "Save"}</span>
          </>
        )}
      </button>
    </form>
  );
}
