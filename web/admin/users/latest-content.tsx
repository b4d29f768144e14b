import type { ReactNode } from "react";
import { formatCount } from "#core/format-count.ts";
import type { LatestByMember, MemberCommentLine, MemberPostLine } from "#core/forum/moderation.ts";
import { CategoryBadge } from "#web/forum/post-parts/category-badge.tsx";
import { RelativeTime } from "#web/lists/relative-time.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Link } from "#web/ui/link.tsx";
import { Section } from "#web/ui/section.tsx";
import { buildContentListPath, buildContentPath } from "../content/content-paths.ts";
import { DeletedBadge } from "../content/content-row.tsx";

interface LatestContentProps {
  readonly memberId: string;
  readonly latestContent: LatestByMember;
}

/** A member's latest posts and comments. A deleted item links to the page where it can be restored. */
export function LatestContent({ memberId, latestContent: { posts, comments } }: LatestContentProps) {
  return (
    <div className="grid grid-cols-1 gap-5 lg:grid-cols-2">
      <LatestSection
        id="posts"
        title="Newest posts"
        emptyText="No posts yet."
        linkText="All posts"
        to={buildContentListPath("posts", { authorId: memberId })}
      >
        {posts.map((post) => (
          <PostLine key={post.id} post={post} />
        ))}
      </LatestSection>
      <LatestSection
        id="comments"
        title="Newest comments"
        emptyText="No comments yet."
        linkText="All comments"
        to={buildContentListPath("comments", { authorId: memberId })}
      >
        {comments.map((comment) => (
          <CommentLine key={comment.id} comment={comment} />
        ))}
      </LatestSection>
    </div>
  );
}

interface LatestSectionProps {
  readonly id: string;
  readonly title: string;
  readonly emptyText: string;
  readonly linkText: string;
  readonly to: string;
  readonly children: readonly ReactNode[];
}

function LatestSection({ id, title, emptyText, linkText, to, children }: LatestSectionProps) {
  return (
    <Section id={id} title={title}>
      {children.length === 0 ? (
        <p className="text-sm text-muted">{emptyText}</p>
      ) : (
        <>
          <ul className="-mx-4 divide-y divide-line border-y border-line sm:-mx-6">{children}</ul>
          <Link to={to} className="mt-3 inline-block text-sm font-semibold text-accent text-link">
            {linkText}
          </Link>
        </>
      )}
    </Section>
  );
}

const LINE_CLASSES = "grid grid-cols-1 gap-1 px-4 py-3 sm:px-6";
const FACTS_CLASSES = "figures flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted";

function PostLine({ post }: { post: MemberPostLine }) {
  const { id, title, deletedAt, commentCount } = post;
  return (
    <li className={LINE_CLASSES}>
      <Link
        to={deletedAt ? buildContentPath("posts", id) : `/forum/${id}`}
        dir="auto"
        className="line-clamp-2 font-semibold break-words hover:underline"
      >
        {title}
      </Link>
      <p className={FACTS_CLASSES}>
        {deletedAt ? <DeletedBadge /> : null}
        {post.isPinned && !deletedAt ? <Badge variant="accent" icon="pin" label="Pinned" /> : null}
        {post.isLocked && !deletedAt ? <Badge variant="warning" icon="lock" label="Locked" /> : null}
        <CategoryBadge category={post.category} />
        <RelativeTime time={post.createdAt} format="detail" />
        <span>{formatCount(post.score, "point")}</span>
        <span>{formatCount(commentCount, "comment")}</span>
      </p>
    </li>
  );
}

function CommentLine({ comment }: { comment: MemberCommentLine }) {
  const { id, post, excerpt, deletedAt } = comment;
  return (
    <li className={LINE_CLASSES}>
      <Link
        to={
          deletedAt || post.isDeleted ? buildContentPath("comments", id) : `/forum/${post.id}/comments/${id}`
        }
        dir="auto"
        className="line-clamp-2 break-words hover:underline"
      >
        {excerpt || "(no text)"}
      </Link>
      <p className="flex gap-1 text-sm whitespace-nowrap text-faint">
        on{" "}
        <Link
          to={post.isDeleted ? buildContentPath("posts", post.id) : `/forum/${post.id}`}
          dir="auto"
          className="truncate text-muted text-link"
        >
          {post.title}
        </Link>
        {post.isDeleted ? " (deleted)" : null}
      </p>
      <p className={FACTS_CLASSES}>
        {deletedAt ? <DeletedBadge /> : null}
        <RelativeTime time={comment.createdAt} format="detail" />
        <span>{formatCount(comment.score, "point")}</span>
      </p>
    </li>
  );
}
