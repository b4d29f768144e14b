import { Suspense } from "react";
import { Link } from "react-router";
import { CARD_TAGS } from "#core/forum/limits.ts";
import { countNew } from "#core/forum/reading.ts";
import type { PostCard as Post } from "#core/forum/types.ts";
import { classNames } from "#web/ui/class-names.ts";
import { Icon } from "#web/ui/icon.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { Age } from "./age.tsx";
import { Byline } from "./byline.tsx";
import { CategoryBadge } from "./category-badge.tsx";
import { TagList } from "./tag-list.tsx";
import { VoteControl } from "./vote-control.tsx";

// For members alone; a visitor loads none of it.
const SaveButton = lazyPart(() => import("./save-button.tsx"));

/** A post in a list. The title is the link; the whole card follows it. */
export function PostCard({ post }: { post: Post }) {
  const { id, title, upvotes, downvotes, ownVote, commentCount, marks } = post;
  // A muted thread is dimmed, and says nothing of what is new in it.
  const isMuted = marks?.follow === "muted";
  const isUnread = marks?.isUnread && !isMuted;
  return (
    <article
      className={classNames(
        "relative flex gap-2 rounded-lg border border-line bg-surface py-4 ps-2 pe-4 transition-colors hover:border-line-strong sm:gap-4 sm:ps-3 sm:pe-5",
        isUnread &&
          "before:absolute before:inset-y-4 before:-start-px before:w-0.5 before:rounded-full before:bg-accent",
      )}
    >
      <div className="relative z-10 self-start">
        <VoteControl
          action={`/forum/${id}/vote`}
          rule="toggle"
          votes={{ upvotes, downvotes, ownVote }}
          subject={`“${title}”`}
        />
      </div>
      <div className="min-w-0 flex-1">
        <div
          className={classNames(
            "flex flex-wrap items-center gap-x-2.5 gap-y-1 text-xs text-faint",
            marks !== null && "pe-7",
          )}
        >
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
        <h3 className="mt-1.5 text-lg leading-snug">
          <Link
            to={`/forum/${id}`}
            prefetch="intent"
            className={classNames(
              "after:absolute after:inset-0 after:rounded-lg hover:text-accent",
              isMuted && "font-normal text-faint",
            )}
          >
            {title}
          </Link>
        </h3>
        {isMuted ? null : <p className="mt-1 line-clamp-2 text-sm text-muted">{post.excerpt}</p>}
        <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-muted">
          <Byline author={post.author} />
          <span className="figures inline-flex items-center gap-1.5">
            <Icon name="message-square" size={15} />
            {commentCount}
            <span className="sr-only">{commentCount === 1 ? "comment" : "comments"}</span>
            {marks && marks.newComments > 0 && !isMuted ? (
              <span className="font-semibold text-accent">{countNew(marks.newComments)}</span>
            ) : null}
          </span>
          <TagList tags={post.tags.slice(0, CARD_TAGS)} />
        </div>
      </div>
      {marks ? (
        <div className="absolute end-2.5 top-2.5">
          <Suspense>
            <SaveButton postId={id} marks={marks} subject={`“${title}”`} />
          </Suspense>
        </div>
      ) : null}
    </article>
  );
}
