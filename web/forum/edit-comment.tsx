import { useState } from "react";
import { useActionData } from "react-router";
import type { CommentNode } from "#core/forum/types.ts";
import { CommentForm } from "./comment-form.tsx";
import CurrentText from "./editor/current-text.tsx";
import type { CommentFormResult } from "./handle-comment.ts";

export default function EditComment({
  comment: { id, content, version },
  action,
  onClose,
}: {
  comment: CommentNode;
  action: string;
  onClose: () => void;
}) {
  // The result of a form that was sent without JavaScript; in that case, the page already has the current text.
  const result = useActionData<CommentFormResult>();
  const isConflict = result?.ok === false && result.code === "edit_conflict" && result.input.commentId === id;
  // Live updates may load a newer text while this one is being edited.
  const [editState, setEditState] = useState({
    version,
    currentText: isConflict ? (content ?? undefined) : undefined,
  });
  return (
    <CommentForm
      action={action}
      intent="edit"
      commentId={id}
      label="Edit comment"
      submitLabel={editState.currentText === undefined ? "Save" : "Save anyway"}
      initialContent={content ?? ""}
      autoFocus
      onDone={onClose}
      onCancel={onClose}
      onRefused={({ conflict }) => {
        if (conflict) setEditState({ version: conflict.version, currentText: conflict.text });
      }}
    >
      <input type="hidden" name="version" value={editState.version ?? ""} />
      {editState.currentText === undefined ? null : <CurrentText text={editState.currentText} />}
    </CommentForm>
  );
}
