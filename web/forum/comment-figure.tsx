import { formatNewCount } from "#core/forum/reading.ts";
import type { PostCardData } from "./post-card-data.ts";

export function CommentFigure({ post: { commentCount, threadState } }: { post: PostCardData }) {
  return (
    <span className="comment-figure">
      {commentCount}
      <span className="sr-only">{commentCount === 1 ? "comment" : "comments"}</span>
      {threadState && threadState.newComments > 0 && threadState.follow !== "muted" ? (
        <span className="font-semibold text-accent">{formatNewCount(threadState.newComments)}</span>
      ) : null}
    </span>
  );
}
