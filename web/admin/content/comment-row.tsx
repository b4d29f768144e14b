import { isDeletedMember } from "#core/accounts/profile-path.ts";
import type { ModeratedComment } from "#core/forum/moderation.ts";
import { Byline } from "#web/forum/post-parts/byline.tsx";
import { RelativeTime } from "#web/lists/relative-time.tsx";
import { Link } from "#web/ui/link.tsx";
import { buildContentPath } from "./content-paths.ts";
import {
  ContentRow,
  DeleteDisclosure,
  DeletedBadge,
  describeRestoring,
  EditLink,
  RestoreAction,
} from "./content-row.tsx";

export function CommentRow({ comment }: { comment: ModeratedComment }) {
  const { id, post, author, deletedAt } = comment;
  const target = `comment by ${author.username} on “${post.title}”`;
  const actions = post.isDeleted ? (
    <span className="px-3 text-sm text-faint">Restore the post first.</span>
  ) : deletedAt ? (
    <RestoreAction intent={`restore-comment:${id}`} target={target} canRestore={comment.canRestore} />
  ) : (
    <>
      <EditLink to={buildContentPath("comments", id)} target={target} />
      <DeleteDisclosure
        intent={`delete-comment:${id}`}
        target={target}
        consequence={`The comment will no longer be visible. Its replies are kept. ${describeRestoring(isDeletedMember(author.username))}`}
        notifiesAuthor={!isDeletedMember(author.username)}
      />
    </>
  );
  return (
    <ContentRow actions={actions}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
        <Byline author={author} />
        <span>
          {deletedAt ? "deleted " : null}
          <RelativeTime time={deletedAt ?? comment.createdAt} format="detail" />
        </span>
        {comment.editedAt ? <span>edited</span> : null}
        {deletedAt ? <DeletedBadge /> : null}
      </div>
      <p className="mt-2 line-clamp-4 break-words whitespace-pre-line">{comment.content}</p>
      <p className="mt-1.5 flex gap-1 text-sm whitespace-nowrap text-faint">
        on{" "}
        {post.isDeleted ? (
          <>
            <span dir="auto" className="truncate">
              {post.title}
            </span>
            (deleted)
          </>
        ) : (
          <Link
            to={deletedAt ? `/forum/${post.id}` : `/forum/${post.id}/comments/${id}`}
            dir="auto"
            className="truncate text-muted text-link"
          >
            {post.title}
          </Link>
        )}
      </p>
    </ContentRow>
  );
}
