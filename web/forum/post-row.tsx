import { isDeletedMember } from "#core/accounts/profile-path.ts";
import { RelativeTime } from "#web/lists/relative-time.tsx";
import type { PostCardData } from "./post-card-data.ts";
import { CategoryBadge } from "./post-parts/category-badge.tsx";
import { CommentCount, LastReply, Participants, PostState, renderTitle, renderVotes } from "./post-parts.tsx";

const ROW_TAGS_MAX = 2;

export function PostRow({ post }: { post: PostCardData }) {
  const { author, threadState, lastReply, participants = [] } = post;
  const isMuted = threadState?.follow === "muted";
  const members = isDeletedMember(author.username) ? participants : [author, ...participants];
  return (
    <article className={threadState?.isUnread && !isMuted ? "post-row post-unread" : "post-row"}>
      {renderVotes(post, "row")}
      <div className="post-row-title">
        {renderTitle(post)}
        <div className="card-meta">
          <PostState post={post} />
          <CategoryBadge category={post.category} />
          {post.tags.length > 0 ? (
            <span className="post-row-tags">
              {post.tags
                .slice(0, ROW_TAGS_MAX)
                .map((tag) => `#${tag}`)
                .join(" ")}
            </span>
          ) : null}
        </div>
      </div>
      <Participants members={members} label="Participants:" />
      <CommentCount post={post} />
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
