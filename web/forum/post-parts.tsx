import { formatNewCount } from "#core/forum/reading.ts";
import { shorten } from "#core/forum/shorten.ts";
import type { Participant, LastReply as Reply } from "#core/forum/types.ts";
import { getDefaultAvatarUrl } from "#web/lists/avatar.tsx";
import { RelativeTime } from "#web/lists/relative-time.tsx";
import { Icon } from "#web/ui/icon.tsx";
import type { IconName } from "#web/ui/icon-names.ts";
import { Link } from "#web/ui/link.tsx";
import type { PostCardData } from "./post-card-data.ts";
import { VoteControl } from "./post-parts/vote-control.tsx";

/** This module contains what the cards and the rows of posts have in common. */

interface PostProps {
  readonly post: PostCardData;
}

/** Long enough to distinguish posts in the accessible names of their buttons. */
const SUBJECT_MAX = 32;

/** Like `renderTitle`, a plain function instead of a component, because a list calls it twenty times. */
export function renderVotes(post: PostCardData, layout: "column" | "row") {
  const { id, title, upvotes, downvotes, ownVote = 0 } = post;
  return (
    <VoteControl
      action={`/forum/${id}/vote`}
      rule="toggle"
      votes={{ upvotes, downvotes, ownVote }}
      subject={`“${shorten(title, SUBJECT_MAX)}”`}
      layout={layout}
    />
  );
}

export function renderTitle({ id, title, threadState }: PostCardData) {
  const className = threadState?.follow === "muted" ? "font-normal text-faint" : undefined;
  return (
    <h3>
      <Link to={`/forum/${id}`} prefetch="intent" className={className}>
        {title}
      </Link>
    </h3>
  );
}

export function PostState({ post: { isPinned, isLocked, threadState } }: PostProps) {
  // A muted thread is dimmed and doesn't show what is new.
  const isMuted = threadState?.follow === "muted";
  return (
    <>
      {threadState?.isUnread && !isMuted ? <span className="sr-only">Unread</span> : null}
      {isMuted ? renderState("bell-off", "Muted") : null}
      {isPinned ? renderState("pin", "Pinned", " text-accent") : null}
      {isLocked ? renderState("lock", "Locked", " text-warning") : null}
    </>
  );
}

const renderState = (icon: IconName, label: string, colorClass = "") => (
  <span className={`post-state${colorClass}`}>
    <Icon name={icon} size={13} />
    {label}
  </span>
);

export function CommentCount({ post: { commentCount, threadState } }: PostProps) {
  return (
    <span className="comment-figure">
      {commentCount}
      <span className="sr-only">{commentCount === 1 ? "comment" : "comments"}</span>
      {threadState && threadState.newCommentCount > 0 && threadState.follow !== "muted" ? (
        <span className="font-semibold text-accent">{formatNewCount(threadState.newCommentCount)}</span>
      ) : null}
    </span>
  );
}

export function LastReply({ reply: { username, at } }: { reply: Reply }) {
  return (
    <span className="last-reply">
      <span className="sr-only">Last reply by </span>
      <b>{username}</b> <RelativeTime time={at} format="list" hasTooltip={false} />
    </span>
  );
}

export function Participants({ members, label }: { members: readonly Participant[]; label: string }) {
  return (
    <span className="participants">
      <span className="sr-only">{label}</span>
      {members.map(({ username, avatarUrl }) => (
        <img key={username} src={avatarUrl ?? getDefaultAvatarUrl(username)} alt={username} loading="lazy" />
      ))}
    </span>
  );
}
