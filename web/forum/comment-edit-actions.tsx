import { type MouseEvent, useState } from "react";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";

interface CommentEditActionsProps {
  readonly commentId: string;
  readonly editHref: string;
  readonly onEdit: (event: MouseEvent) => void;
  /** The route that handles the deletion without JavaScript. */
  readonly action: string;
  readonly onDelete: (commentId: string) => void;
  readonly className: string;
}

/** Hides labels on phones, so that the actions fit on one line. */
const LABEL_CLASSES = "max-sm:sr-only";

/** Edit and Delete. Deleting works without JavaScript, and asks for confirmation with it. */
export default function CommentEditActions(props: CommentEditActionsProps) {
  const { commentId, editHref, onEdit, action, onDelete, className } = props;
  const [isConfirming, setConfirming] = useState(false);
  return (
    <>
      <Link to={editHref} onClick={onEdit} className={className}>
        <Icon name="pencil" size={14} />
        <span className={LABEL_CLASSES}>Edit</span>
      </Link>
      <form
        method="post"
        action={action}
        onSubmit={(event) => {
          event.preventDefault();
          setConfirming(true);
        }}
      >
        <input type="hidden" name="intent" value="delete" />
        <input type="hidden" name="commentId" value={commentId} />
        <button type="submit" className={className}>
          <Icon name="trash-2" size={14} />
          <span className={LABEL_CLASSES}>Delete</span>
        </button>
      </form>
      <ConfirmDialog
        open={isConfirming}
        title="Delete this comment?"
        description="It will no longer be visible. Replies are kept."
        onCancel={() => setConfirming(false)}
        onConfirm={() => {
          setConfirming(false);
          onDelete(commentId);
        }}
      />
    </>
  );
}
