import { type MouseEvent, Suspense, useState } from "react";
import { isDeletedMember } from "#core/accounts/profile-path.ts";
import type { CommentNode } from "#core/forum/types.ts";
import { RelativeTime } from "#web/lists/relative-time.tsx";
import { ReportLink } from "#web/reports/report-link.tsx";
import { lazyComponent } from "#web/router/lazy-component.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";
import { CommentForm } from "./comment-form.tsx";
import { Byline } from "./post-parts/byline.tsx";
import { VoteControl } from "./post-parts/vote-control.tsx";
import { RenderedText } from "./text/rendered-text.tsx";

export interface ThreadContext {
  readonly postId: string;
  readonly isLocked: boolean;
  readonly action: string;
  readonly deleteComment: (commentId: string) => void;
}

interface CommentItemProps {
  readonly comment: CommentNode;
  readonly thread: ThreadContext;
  /** The form to open at first: the one in the URL, or the one that was rejected without JavaScript. */
  readonly initialForm?: "reply" | "edit" | null;
}

const CommentEditActions = lazyComponent(() => import("./comment-edit-actions.tsx"));
const EditComment = lazyComponent(() => import("./edit-comment.tsx"));

const ACTION_CLASS = "comment-action";

export function CommentItem({ comment, thread, initialForm = null }: CommentItemProps) {
  const [openForm, setOpenForm] = useState<"reply" | "edit" | null>(initialForm);
  const { id, author, replies, hiddenReplyCount } = comment;
  const commentPath = `/forum/${thread.postId}/comments/${id}`;
  const replyCount = replies.length + hiddenReplyCount;
  const authorName = author && !isDeletedMember(author.username) ? author.username : null;

  const closeForm = () => setOpenForm(null);
  const toggleInPlace = (form: "reply" | "edit") => (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    setOpenForm(openForm === form ? null : form);
  };

  return (
    <li id={`comment-${id}`} className="comment">
      <div className="comment-head">
        {/* Only the arrow collapses the comment: a summary can't contain links. CSS hides the rest with :has(). */}
        <details open>
          <summary aria-label={author ? `Comment by ${authorName ?? "a deleted member"}` : "Deleted comment"}>
            <Icon name="chevron-down" />
          </summary>
        </details>
        {author ? <Byline author={author} /> : <span className="italic">deleted</span>}
        <RelativeTime time={comment.createdAt} format="detail" />
        {comment.isNew ? (
          <span className="rounded-full bg-accent-soft px-2 text-xs font-semibold text-accent">New</span>
        ) : null}
        {comment.editedAt ? (
          <span>
            edited <RelativeTime time={comment.editedAt} format="detail" />
          </span>
        ) : null}
        {replyCount > 0 ? (
          <span className="comment-reply-count">
            {replyCount === 1 ? "1 reply" : `${replyCount} replies`}
          </span>
        ) : null}
      </div>

      <div className="comment-body">
        {comment.isDeleted ? (
          <p className="py-1 text-sm text-faint italic">This comment was deleted.</p>
        ) : openForm === "edit" ? (
          <div className="py-2">
            <Suspense>
              <EditComment comment={comment} action={thread.action} onClose={closeForm} />
            </Suspense>
          </div>
        ) : (
          <RenderedText html={comment.contentHtml ?? ""} authorName={author?.username} />
        )}

        {comment.isDeleted ? null : (
          <div className="comment-actions">
            <VoteControl
              action={`${commentPath}/vote`}
              rule="toggle"
              votes={comment}
              subject={`the comment by ${authorName ?? "a deleted member"}`}
              layout="row"
            />
            {thread.isLocked ? null : (
              <Link to={`${commentPath}?reply`} onClick={toggleInPlace("reply")} className={ACTION_CLASS}>
                <Icon name="reply" />
                <span>Reply</span>
              </Link>
            )}
            {comment.canEdit ? (
              <CommentEditActions
                editHref={`${commentPath}?edit`}
                onEdit={toggleInPlace("edit")}
                action={thread.action}
                onDelete={thread.deleteComment}
                commentId={id}
                className={ACTION_CLASS}
              />
            ) : null}
            <ReportLink
              kind="comment"
              id={id}
              authorName={author?.username}
              className={ACTION_CLASS}
              labelClassName={null}
            />
          </div>
        )}

        {openForm === "reply" ? (
          <div className="py-2">
            <CommentForm
              action={thread.action}
              intent="comment"
              commentId={id}
              label={`Reply to ${authorName ?? "this comment"}`}
              submitLabel="Reply"
              autoFocus
              onDone={closeForm}
              onCancel={closeForm}
            />
          </div>
        ) : null}

        {replies.length > 0 ? (
          <ul>
            {replies.map((reply) => (
              <CommentItem key={reply.id} comment={reply} thread={thread} />
            ))}
          </ul>
        ) : null}
        {hiddenReplyCount > 0 ? (
          <Link
            to={commentPath}
            className="mt-1 inline-block py-1 text-sm font-semibold text-accent text-link"
          >
            {hiddenReplyCount === 1 ? "Show 1 more reply" : `Show ${hiddenReplyCount} more replies`}
          </Link>
        ) : null}
      </div>
    </li>
  );
}
