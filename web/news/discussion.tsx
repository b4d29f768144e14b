import type { NewsArticle } from "#core/news/types.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";

export function Discussion({ article: { id, discussion } }: { article: NewsArticle }) {
  if (!discussion)
    return (
      <ButtonLink to={`/create?article=${id}`} variant="primary">
        <Icon name="message-square" />
        Discuss in the Forum
      </ButtonLink>
    );
  const { postId, commentCount } = discussion;
  return (
    <ButtonLink to={`/forum/${postId}`} variant="primary">
      <Icon name="message-square" />
      Discussion
      <span className="figures font-normal">
        {commentCount} {commentCount === 1 ? "comment" : "comments"}
      </span>
    </ButtonLink>
  );
}
