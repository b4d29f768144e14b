import { type MouseEvent, useState } from "react";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";

interface OwnCommentActionsProps {
  readonly commentId: string;
  /** The edit form's URL, for use without JavaScript. */
  readonly editHref: string;
  readonly onEdit: (event: MouseEvent) => void;
  /** The route that handles the deletion without JavaScript. */
  readonly action: string;
  readonly onDelete: (commentId: string) => void;
  readonly className: string;
}

/** With labels they would need a second line on a phone. */
const ON_WIDE = "max-sm:sr-only";

/** Edit and Delete. Deleting asks for confirmation with JavaScript, and works without. */
export default function OwnCommentActions(props: OwnCommentActionsProps) {
  const { commentId, editHref, onEdit, action, onDelete, className } = props;
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Link to={editHref} onClick={onEdit} className={className}>
        <Icon name="pencil" size={14} />
        <span className={ON_WIDE}>Edit</span>
      </Link>
      <form
        method="post"
        action={action}
        onSubmit={(event) => {
          event.preventDefault();
          setAsking(true);
        }}
      >
        <input type="hidden" name="intent" value="delete" />
        <input type="hidden" name="commentId" value={commentId} />
        <button type="submit" className={className}>
          <Icon name="trash-2" size={14} />
          <span className={ON_WIDE}>Delete</span>
        </button>
      </form>
      <ConfirmDialog
        open={asking}
        title="Delete this comment?"
        description="Its text will be deleted permanently. Replies are kept."
        onCancel={() => setAsking(false)}
        onDelete={() => {
          setAsking(false);
          onDelete(commentId);
        }}
      />
    </>
  );
}
