import { Suspense } from "react";
import { CARD_TAGS } from "#core/forum/limits.ts";
import { shorten } from "#core/forum/shorten.ts";
import { RelativeTime } from "#web/page/relative-time.tsx";
import { lazyComponent } from "#web/router/lazy-component.tsx";
import { Link } from "#web/ui/link.tsx";
import { TagList } from "#web/ui/tag-list.tsx";
import { Byline } from "./byline.tsx";
import { CategoryBadge } from "./category-badge.tsx";
import { CommentFigure } from "./comment-figure.tsx";
import { LastReply } from "./last-reply.tsx";
import { Participants } from "./participants.tsx";
import type { PostCardData } from "./post-card-data.ts";
import { PostState } from "./post-state.tsx";
import { VoteControl } from "./vote-control.tsx";

// Only members load this.
const SaveButton = lazyComponent(() => import("./save-button.tsx"));

/** Long enough to distinguish posts in the accessible names of their buttons. */
export const SUBJECT_MAX = 32;

export function PostCard({ post }: { post: PostCardData }) {
  const { id, title, upvotes, downvotes, ownVote = 0, threadState, lastReply, participants = [] } = post;
  const isMuted = threadState?.follow === "muted";
  return (
    <article className={threadState?.isUnread && !isMuted ? "card post-card post-unread" : "card post-card"}>
      <VoteControl
        action={`/forum/${id}/vote`}
        rule="toggle"
        votes={{ upvotes, downvotes, ownVote }}
        subject={`“${shorten(title, SUBJECT_MAX)}”`}
      />
      <div>
        <div className={threadState ? "card-meta pe-7" : "card-meta"}>
          <PostState post={post} />
          <CategoryBadge category={post.category} />
          <RelativeTime time={post.createdAt} format="list" />
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
          <CommentFigure post={post} />
          {lastReply ? (
            <span className="card-replies">
              {participants.length > 0 ? <Participants members={participants} label="Replies by" /> : null}
              <LastReply reply={lastReply} />
            </span>
          ) : null}
          <TagList tags={post.tags.slice(0, CARD_TAGS)} />
        </div>
      </div>
      {threadState ? (
        <Suspense>
          <SaveButton postId={id} threadState={threadState} subject={`“${title}”`} />
        </Suspense>
      ) : null}
    </article>
  );
}
