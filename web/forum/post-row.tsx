import { isDeletedMember } from "#core/accounts/profile-path.ts";
import { shorten } from "#core/forum/shorten.ts";
import { RelativeTime } from "#web/page/relative-time.tsx";
import { Link } from "#web/ui/link.tsx";
import { CategoryBadge } from "./category-badge.tsx";
import { CommentFigure } from "./comment-figure.tsx";
import { LastReply } from "./last-reply.tsx";
import { Participants } from "./participants.tsx";
import { SUBJECT_MAX } from "./post-card.tsx";
import type { PostCardData } from "./post-card-data.ts";
import { PostState } from "./post-state.tsx";
import { VoteControl } from "./vote-control.tsx";

const ROW_TAGS = 2;

export function PostRow({ post }: { post: PostCardData }) {
  const {
    id,
    title,
    author,
    upvotes,
    downvotes,
    ownVote = 0,
    threadState,
    lastReply,
    participants = [],
  } = post;
  const isMuted = threadState?.follow === "muted";
  const members = isDeletedMember(author.username) ? participants : [author, ...participants];
  return (
    <article className={threadState?.isUnread && !isMuted ? "post-row post-unread" : "post-row"}>
      <VoteControl
        action={`/forum/${id}/vote`}
        rule="toggle"
        votes={{ upvotes, downvotes, ownVote }}
        subject={`“${shorten(title, SUBJECT_MAX)}”`}
        layout="row"
      />
      <div className="post-row-title">
        <h3>
          <Link
            to={`/forum/${id}`}
            prefetch="intent"
            className={isMuted ? "font-normal text-faint" : undefined}
          >
            {title}
          </Link>
        </h3>
        <div className="card-meta">
          <PostState post={post} />
          <CategoryBadge category={post.category} />
          {post.tags.length > 0 ? (
            <span className="post-row-tags">
              {post.tags
                .slice(0, ROW_TAGS)
                .map((tag) => `#${tag}`)
                .join(" ")}
            </span>
          ) : null}
        </div>
      </div>
      <Participants members={members} label="Participants:" />
      <CommentFigure post={post} />
      {lastReply ? (
        <LastReply reply={lastReply} />
      ) : (
        <span className="last-reply">
          <span className="sr-only">Posted by </span>
          <b>{author.username}</b> <RelativeTime time={post.createdAt} format="list" />
        </span>
      )}
    </article>
  );
}
