import { Suspense } from "react";
import { CARD_TAGS_MAX } from "#core/forum/limits.ts";
import { RelativeTime } from "#web/lists/relative-time.tsx";
import { TagList } from "#web/lists/tag-list.tsx";
import { lazyComponent } from "#web/router/lazy-component.tsx";
import type { PostCardData } from "./post-card-data.ts";
import { Byline } from "./post-parts/byline.tsx";
import { CategoryBadge } from "./post-parts/category-badge.tsx";
import { CommentCount, LastReply, Participants, PostState, renderTitle, renderVotes } from "./post-parts.tsx";

// Only members load this.
const SaveButton = lazyComponent(() => import("./save-button.tsx"));

export function PostCard({ post }: { post: PostCardData }) {
  const { id, title, threadState, lastReply, participants = [] } = post;
  const isMuted = threadState?.follow === "muted";
  return (
    <article className={threadState?.isUnread && !isMuted ? "card post-card post-unread" : "card post-card"}>
      {renderVotes(post, "column")}
      <div>
        <div className={threadState ? "card-meta pe-7" : "card-meta"}>
          <PostState post={post} />
          <CategoryBadge category={post.category} />
          <RelativeTime time={post.createdAt} format="list" />
        </div>
        {renderTitle(post)}
        {isMuted ? null : <p className="card-excerpt">{post.excerpt}</p>}
        <div className="card-foot">
          <Byline author={post.author} />
          <CommentCount post={post} />
          {lastReply ? (
            <span className="card-replies">
              {participants.length > 0 ? <Participants members={participants} label="Replies by" /> : null}
              <LastReply reply={lastReply} />
            </span>
          ) : null}
          <TagList tags={post.tags.slice(0, CARD_TAGS_MAX)} />
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
