import { type MouseEvent, useState } from "react";
import type { CommentNode } from "#core/forum/types.ts";
import { ReportLink } from "#web/reports/report-link.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { Link } from "#web/ui/link.tsx";
import { Age } from "./age.tsx";
import { Byline } from "./byline.tsx";
import { CommentForm } from "./comment-form.tsx";
import { VoteControl } from "./vote-control.tsx";

export interface ThreadPlace {
  readonly postId: string;
  readonly isLocked: boolean;
  /** The route that handles this thread's forms. */
  readonly action: string;
  readonly deleteComment: (commentId: string) => void;
}

interface CommentItemProps {
  readonly comment: CommentNode;
  readonly place: ThreadPlace;
  /** The form that the URL asks to open, for use without JavaScript. */
  readonly opened?: "reply" | "edit" | null;
}

// Only authors load this.
const OwnCommentActions = lazyPart(() => import("./own-comment-actions.tsx"));

const ACTION = "comment-action";

/** A comment with its actions, and its replies as a nested, collapsible list. */
export function CommentItem({ comment, place, opened = null }: CommentItemProps) {
  const [open, setOpen] = useState<"reply" | "edit" | null>(opened);
  const { id, author, replies, hiddenReplies } = comment;
  const ownPage = `/forum/${place.postId}/comments/${id}`;
  const replyCount = replies.length + hiddenReplies;

  const inPlace = (form: "reply" | "edit") => (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    setOpen(open === form ? null : form);
  };

  return (
    <li id={`comment-${id}`} className="comment">
      <div className="comment-head">
        {/* Only the arrow collapses, because a summary can't contain links. CSS hides the block below with :has(). */}
        <details open>
          <summary aria-label={`Comment by ${author?.username ?? "a deleted author"}`}>
            <Icon name="chevron-down" />
          </summary>
        </details>
        {author ? <Byline author={author} /> : <span className="italic">deleted</span>}
        <Age time={comment.createdAt} form="detail" />
        {comment.isNew ? (
          <span className="rounded-full bg-accent-soft px-2 text-xs font-semibold text-accent">New</span>
        ) : null}
        {comment.editedAt ? (
          <span>
            edited <Age time={comment.editedAt} form="detail" />
          </span>
        ) : null}
        {replyCount > 0 ? (
          <span className="comment-answers">{replyCount === 1 ? "1 reply" : `${replyCount} replies`}</span>
        ) : null}
      </div>

      <div className="comment-body">
        {comment.isDeleted ? (
          <p className="py-1 text-sm text-faint italic">This comment was deleted.</p>
        ) : open === "edit" ? (
          <div className="py-2">
            <CommentForm
              action={place.action}
              intent="edit"
              about={id}
              label="Edit your comment"
              submitLabel="Save"
              initial={comment.content ?? ""}
              autoFocus
              onDone={() => setOpen(null)}
              onCancel={() => setOpen(null)}
            />
          </div>
        ) : (
          <div
            className="prose"
            // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized by server/markdown
            dangerouslySetInnerHTML={{ __html: comment.contentHtml ?? "" }}
          />
        )}

        {comment.isDeleted ? null : (
          <div className="comment-actions">
            <VoteControl
              action={`${ownPage}/vote`}
              rule="toggle"
              votes={comment}
              subject={`the comment by ${author?.username ?? ""}`}
              layout="row"
            />
            {place.isLocked ? null : (
              <Link to={`${ownPage}?reply`} onClick={inPlace("reply")} className={ACTION}>
                <Icon name="reply" />
                Reply
              </Link>
            )}
            {comment.canEdit ? (
              <OwnCommentActions
                editHref={`${ownPage}?edit`}
                onEdit={inPlace("edit")}
                action={place.action}
                onDelete={place.deleteComment}
                commentId={id}
                className={ACTION}
              />
            ) : null}
            <ReportLink
              kind="comment"
              id={id}
              by={author?.username}
              className={ACTION}
              labelClassName={null}
            />
          </div>
        )}

        {open === "reply" ? (
          <div className="py-2">
            <CommentForm
              action={place.action}
              intent="comment"
              about={id}
              label={`Reply to ${author?.username ?? "this comment"}`}
              submitLabel="Reply"
              autoFocus
              onDone={() => setOpen(null)}
              onCancel={() => setOpen(null)}
            />
          </div>
        ) : null}

        {replies.length > 0 ? (
          <ul>
            {replies.map((reply) => (
              <CommentItem key={reply.id} comment={reply} place={place} />
            ))}
          </ul>
        ) : null}
        {hiddenReplies > 0 ? (
          <Link
            to={ownPage}
            className="mt-1 inline-block py-1 text-sm font-semibold text-accent hover:underline"
          >
            {hiddenReplies === 1
              ? "Continue with 1 more reply"
              : `Continue with ${hiddenReplies} more replies`}
          </Link>
        ) : null}
      </div>
    </li>
  );
}
