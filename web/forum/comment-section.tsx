import { lazy, Suspense } from "react";
import { buildCommentsParams, type CommentsQuery } from "#core/forum/comments-query.ts";
import type { CommentNode, CommentSort, Page } from "#core/forum/types.ts";
import { EmptyState } from "#web/lists/empty-state.tsx";
import { LoadMore } from "#web/lists/load-more.tsx";
import { usePagedList } from "#web/lists/use-paged-list.ts";
import { useHasLiveUpdates } from "#web/live/live-updates.ts";
import { loadWhenReachable } from "#web/router/lazy-component.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";
import { CommentForm } from "./comment-form.tsx";
import { CommentItem } from "./comment-item.tsx";
import { useTextTools } from "./text/use-text-tools.ts";
import { useCommentDeletion } from "./use-comment-deletion.ts";

interface CommentSectionProps {
  readonly postId: string;
  readonly comments: Page<CommentNode>;
  readonly commentCount: number;
  readonly isLocked: boolean;
  readonly sort: CommentSort;
  readonly path: string;
  readonly newCommentsLink: { readonly href: string; readonly label: string } | null;
  /** Whether this is a later page, reached without JavaScript. */
  readonly isLaterPage: boolean;
  readonly signInHint: string | null;
}

const LiveThread = lazy(() => loadWhenReachable(() => import("./live-thread.tsx")));

const SORTS: readonly { readonly value: CommentSort; readonly label: string }[] = [
  { value: "new", label: "New" },
  { value: "best", label: "Best" },
  { value: "old", label: "Old" },
];
const getPage = (data: { comments: Page<CommentNode> }) => data.comments;

export function CommentSection(props: CommentSectionProps) {
  const { postId, comments, commentCount, isLocked, sort, path, newCommentsLink, isLaterPage } = props;
  const list = usePagedList(comments, getPage);
  const { items, since } = list;
  const isLive = useHasLiveUpdates();
  const thread = { postId, isLocked, action: path, deleteComment: useCommentDeletion(path) };
  useTextTools(!isLocked);
  const buildHref = (change: Partial<CommentsQuery>) => {
    const query = buildCommentsParams({ sort, cursor: null, ...change });
    return query.size > 0 ? `${path}?${query}` : path;
  };

  return (
    <section
      id="comments"
      aria-labelledby="comments-title"
      className="grid grid-cols-1 gap-5 rounded-lg border border-line bg-surface px-4 py-5 sm:px-8 sm:py-7"
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="comments-title" className="text-lg">
          Comments <span className="figures font-normal text-faint">{commentCount}</span>
        </h2>
        {newCommentsLink ? (
          <p className="me-auto text-sm text-muted">
            {newCommentsLink.label} ·{" "}
            <a href={newCommentsLink.href} className="font-semibold text-accent text-link">
              Jump to first new comment
            </a>
          </p>
        ) : null}
        {items.length > 1 ? (
          <nav aria-label="Sort comments" className="flex gap-1">
            {SORTS.map(({ value, label }) => (
              <Link
                key={value}
                to={buildHref({ sort: value })}
                preventScrollReset
                aria-current={value === sort ? "page" : undefined}
                className={classNames(
                  "rounded-sm px-2.5 py-1 text-sm font-semibold",
                  value === sort ? "bg-hover text-text" : "text-muted hover:text-text",
                )}
              >
                {label}
              </Link>
            ))}
          </nav>
        ) : null}
      </div>

      {isLocked ? (
        <p className="flex items-center gap-2 rounded-md bg-warning-soft px-4 py-3 text-sm font-semibold text-warning">
          <Icon name="lock" className="shrink-0" />
          This post is locked. No new comments can be added.
        </p>
      ) : (
        <CommentForm
          action={path}
          intent="comment"
          commentId={null}
          label="Write a comment"
          submitLabel="Post Comment"
          hint={props.signInHint}
        />
      )}

      {isLive && since !== undefined && !isLaterPage ? (
        <Suspense>
          <LiveThread postId={postId} items={items} since={since} isLocked={isLocked} />
        </Suspense>
      ) : null}
      {isLaterPage ? (
        <p className="text-sm text-muted">
          You're partway through the comments.{" "}
          <Link to={buildHref({})} className="font-semibold text-accent text-link">
            Back to the first comments
          </Link>
        </p>
      ) : null}
      {items.length === 0 ? (
        <EmptyState illustration="talk">No comments yet. Be the first to comment!</EmptyState>
      ) : (
        <ul className="grid grid-cols-1 gap-4">
          {items.map((comment) => (
            <CommentItem key={comment.id} comment={comment} thread={thread} />
          ))}
        </ul>
      )}
      <LoadMore
        list={list}
        buildHref={(cursor) => buildHref({ cursor })}
        label="Load More Comments"
        loadingLabel="Loading comments..."
      />
    </section>
  );
}
