import type { ThreadMarks } from "#core/forum/reading.ts";
import { NOTICES } from "#core/notices.ts";
import { buttonClasses } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Icon } from "#web/ui/icon.tsx";
import { stopOffline } from "#web/ui/stop-offline.ts";
import { toast } from "#web/ui/toast.tsx";
import { latestMarks } from "./latest-marks.ts";
import { useMark } from "./use-mark.ts";

interface SaveButtonProps {
  readonly postId: string;
  readonly marks: ThreadMarks;
  /** What is saved, where the button has no words: for screen readers. */
  readonly subject?: string;
  /** Whether what is taken out cannot be put back. */
  readonly isFinal?: boolean;
}

const readSave = (form: FormData) => form.get("save") === "yes";

/** Saves a post, or takes it out of the list again. With a `subject` it is the bookmark alone. */
export default function SaveButton({ postId, marks, subject, isFinal = false }: SaveButtonProps) {
  const { Form, shown } = useMark(marks, marks.isSaved, readSave, (isSaved) => {
    latestMarks.set(postId, { ...(latestMarks.get(postId) ?? marks), isSaved });
    toast(
      isSaved
        ? { ...NOTICES["post-saved"], link: { label: "Saved posts", to: "/saved" } }
        : NOTICES["post-unsaved"],
    );
  });
  if (isFinal && !shown) return <span role="status">Removed</span>;
  return (
    <Form method="post" action={`/forum/${postId}/save`} onSubmit={stopOffline}>
      <button
        type="submit"
        name="save"
        value={shown ? "no" : "yes"}
        aria-pressed={shown}
        aria-label={subject ? `Save ${subject}` : undefined}
        title={subject ? (shown ? "Saved" : "Save") : undefined}
        className={
          subject
            ? classNames(
                "relative z-10 grid size-7 place-items-center rounded-sm transition-colors hover:bg-hover hover:text-text",
                shown ? "text-accent" : "text-faint",
              )
            : buttonClasses({ look: "quiet", size: "sm" })
        }
      >
        <Icon name="bookmark" size={subject ? 15 : 16} className={shown ? "fill-current" : undefined} />
        {subject ? null : shown ? "Saved" : "Save"}
      </button>
    </Form>
  );
}
