import { useMemo } from "react";
import type { Allowance } from "#core/forum/allowance.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { type EditorResult, hasSameContent, type PostValues } from "./post-form.ts";
import { PostFormCard } from "./post-form-card.tsx";
import { useLocalBackup } from "./use-local-backup.tsx";
import { usePostForm } from "./use-post-form.ts";

interface EditEditorProps {
  readonly postId: string;
  readonly action: string;
  readonly initialValues: PostValues;
  readonly publishedValues: PostValues;
  readonly memberId: string | null;
  readonly result: EditorResult | undefined;
  readonly allowance: Allowance | null;
}

/** The editor for a published post. It has no draft; unsaved changes are backed up in this browser only. */
export function EditEditor(props: EditEditorProps) {
  const { postId, action, initialValues, publishedValues, memberId, result, allowance } = props;
  const form = usePostForm({ kind: "edit", action, initialValues, result });
  const { values } = form;
  const backupValues = useMemo(() => ({ ...values, requestId: postId }), [values, postId]);
  const restoreOffer = useLocalBackup({
    memberId,
    formId: `post:${postId}`,
    values: backupValues,
    isSaved: hasSameContent(values, publishedValues),
    onRestore: form.replace,
  });

  return (
    <PostFormCard
      heading="Post"
      action={action}
      form={form}
      initialValues={initialValues}
      result={result}
      ids={backupValues}
      allowance={allowance}
      onSend={() =>
        void form.send({
          prepare: async () => ({ draftId: "", requestId: postId }),
          onRefused: () => {},
        })
      }
      notice={restoreOffer}
      footer={
        <div className="flex flex-wrap justify-end gap-3 border-t border-line pt-5">
          <ButtonLink to={`/forum/${postId}`} variant="quiet">
            Cancel
          </ButtonLink>
          <Button type="submit" name="intent" value="post" variant="primary" busy={form.isSending}>
            {form.isSending ? "Saving..." : form.conflict === undefined ? "Save changes" : "Save anyway"}
          </Button>
        </div>
      }
    />
  );
}
