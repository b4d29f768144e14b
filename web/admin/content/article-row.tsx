import { formatCount } from "#core/format-count.ts";
import type { AdminArticle } from "#core/news/admin-articles.ts";
import { NEWS_CATEGORY_LABELS } from "#core/news/categories.ts";
import { RelativeTime } from "#web/lists/relative-time.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { buildContentPath } from "./content-paths.ts";
import { ActionButton, ContentRow, DeleteDisclosure, EditLink, RowTitle } from "./content-row.tsx";

export function ArticleRow({ article }: { article: AdminArticle }) {
  const { id, title, isFlash, isHidden } = article;
  const actions = (
    <>
      {isHidden ? (
        <ActionButton intent={`unhide:${id}`} label="Unhide" target={title} icon="eye" />
      ) : (
        <>
          <EditLink to={buildContentPath("articles", id)} target={title} />
          <ActionButton
            intent={`${isFlash ? "unflash" : "flash"}:${id}`}
            label={isFlash ? "Remove from flash news" : "Mark as flash news"}
            target={title}
            icon="zap"
          />
          <ActionButton intent={`hide:${id}`} label="Hide" target={title} icon="eye-off" />
        </>
      )}
      <DeleteDisclosure
        intent={`delete-article:${id}`}
        target={title}
        consequence="The article will be permanently deleted and won't be fetched again."
      />
    </>
  );
  return (
    <ContentRow actions={actions}>
      <RowTitle title={title} to={isHidden ? null : `/news/${id}`}>
        {isFlash ? <Badge variant="accent" icon="zap" label="Flash" /> : null}
        {isHidden ? <Badge variant="warning" icon="eye-off" label="Hidden" /> : null}
      </RowTitle>
      <p className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
        <span className="min-w-0 break-words">{article.source}</span>
        <span>{NEWS_CATEGORY_LABELS[article.category]}</span>
        <RelativeTime time={article.publishedAt} format="detail" />
        <span>{formatCount(article.views, "view")}</span>
      </p>
    </ContentRow>
  );
}
