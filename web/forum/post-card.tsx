import { Suspense } from "react";
import { CARD_TAGS } from "#core/forum/limits.ts";
import { formatNewCount } from "#core/forum/reading.ts";
import { Icon } from "#web/ui/icon.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { Link } from "#web/ui/link.tsx";
import { Age } from "./age.tsx";
import { Byline } from "./byline.tsx";
import { CategoryBadge } from "./category-badge.tsx";
import type { ShownPost } from "./shown-post.ts";
import { TagList } from "./tag-list.tsx";
import { VoteControl } from "./vote-control.tsx";

// Only members load this.
const SaveButton = lazyPart(() => import("./save-button.tsx"));

/** A post in a list. The title is the link, and the whole card is clickable. */
export function PostCard({ post }: { post: ShownPost }) {
  const { id, title, upvotes, downvotes, ownVote = 0, commentCount, marks } = post;
  // A muted thread is dimmed and doesn't show what is new.
  const isMuted = marks?.follow === "muted";
  const isUnread = marks?.isUnread && !isMuted;
  return (
    <article className={isUnread ? "card post-card post-card-unread" : "card post-card"}>
      <VoteControl
        action={`/forum/${id}/vote`}
        rule="toggle"
        votes={{ upvotes, downvotes, ownVote }}
        subject={`“${title}”`}
      />
      <div>
        <div className={marks ? "card-meta pe-7" : "card-meta"}>
          {isUnread ? <span className="sr-only">Unread</span> : null}
          {isMuted ? (
            <span className="inline-flex items-center gap-1 font-semibold">
              <Icon name="bell-off" size={13} />
              Muted
            </span>
          ) : null}
          {post.isPinned ? (
            <span className="inline-flex items-center gap-1 font-semibold text-accent">
              <Icon name="pin" size={13} />
              Pinned
            </span>
          ) : null}
          {post.isLocked ? (
            <span className="inline-flex items-center gap-1 font-semibold text-warning">
              <Icon name="lock" size={13} />
              Locked
            </span>
          ) : null}
          <CategoryBadge category={post.category} />
          <Age time={post.createdAt} form="list" />
        </div>
        <h3>
          <Link
            to={`/forum/${id}`}
            prefetch="intent"
            className={isMuted ? "font-normal text-faint" : undefined}
          >
            {title}
          </Link>
        </h3>
        {isMuted ? null : <p className="card-excerpt">{post.excerpt}</p>}
        <div className="card-foot">
          <Byline author={post.author} />
          <span className="card-figure">
            <Icon name="message-square" />
            {commentCount}
            <span className="sr-only">{commentCount === 1 ? "comment" : "comments"}</span>
            {marks && marks.newComments > 0 && !isMuted ? (
              <span className="font-semibold text-accent">{formatNewCount(marks.newComments)}</span>
            ) : null}
          </span>
          <TagList tags={post.tags.slice(0, CARD_TAGS)} />
        </div>
      </div>
      {marks ? (
        <Suspense>
          <SaveButton postId={id} marks={marks} subject={`“${title}”`} />
        </Suspense>
      ) : null}
    </article>
  );
}
