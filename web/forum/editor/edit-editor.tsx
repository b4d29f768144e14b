import { useMemo } from "react";
import type { Allowance } from "#core/forum/allowance.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { type EditorAnswer, hasSameContent, type PostValues } from "./post-form.ts";
import { PostFormCard } from "./post-form-card.tsx";
import { RestoreOffer } from "./restore-offer.tsx";
import { useLocalBackup } from "./use-local-backup.ts";
import { usePostForm } from "./use-post-form.ts";

interface EditEditorProps {
  readonly postId: string;
  readonly action: string;
  /** The form's initial content. */
  readonly start: PostValues;
  /** The published content. */
  readonly published: PostValues;
  readonly memberId: string | null;
  readonly answer: EditorAnswer | undefined;
  readonly allowance: Allowance | null;
}

/** The editor for a published post. It has no draft; unsaved changes are backed up in this browser only. */
export function EditEditor(props: EditEditorProps) {
  const { postId, action, start, published, memberId, answer, allowance } = props;
  const form = usePostForm({ kind: "edit", action, start, answer });
  const { values } = form;
  const named = useMemo(() => ({ ...values, requestId: postId }), [values, postId]);
  const { offer, answerOffer } = useLocalBackup({
    memberId,
    place: `post:${postId}`,
    values: named,
    isSaved: hasSameContent(values, published),
  });

  return (
    <PostFormCard
      heading="Edit Post"
      action={action}
      form={form}
      start={start}
      answer={answer}
      names={named}
      allowance={allowance}
      onSend={() =>
        void form.send({
          before: async () => ({ draftId: "", requestId: postId }),
          onRefused: () => {},
        })
      }
      notice={
        offer ? (
          <RestoreOffer
            copy={offer}
            onRestore={() => {
              form.replace(offer);
              answerOffer(false);
            }}
            onDiscard={() => answerOffer(true)}
          />
        ) : null
      }
      footer={
        <div className="flex flex-wrap justify-end gap-3 border-t border-line pt-5">
          <ButtonLink to={`/forum/${postId}`} look="quiet">
            Cancel
          </ButtonLink>
          <Button type="submit" name="intent" value="post" look="primary" disabled={form.isSending}>
            {form.isSending ? "Saving..." : "Save changes"}
          </Button>
        </div>
      }
    />
  );
}
