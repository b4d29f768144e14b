import { countOf } from "#core/count-of.ts";
import type { AdministeredArticle } from "#core/news/administration.ts";
import { NEWS_CATEGORY_LABELS } from "#core/news/categories.ts";
import { Age } from "#web/forum/age.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";
import { WhyField } from "../users/why-field.tsx";
import { ActButton, DeleteFold, RowBadge, type RowForms } from "./act-button.tsx";
import { thingPath } from "./content-address.ts";

export function ArticleRow({ article, ...forms }: RowForms & { article: AdministeredArticle }) {
  const { id, title, isFlash, isHidden } = article;
  return (
    <li className="grid grid-cols-1 gap-2 px-4 py-3.5">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {isHidden ? (
            <span className="min-w-0 font-semibold break-words">{title}</span>
          ) : (
            <Link to={`/news/${id}`} className="min-w-0 font-semibold break-words hover:underline">
              {title}
            </Link>
          )}
          {isFlash ? (
            <RowBadge look="accent" icon="zap">
              Flash
            </RowBadge>
          ) : null}
          {isHidden ? (
            <RowBadge look="warning" icon="eye-off">
              Hidden
            </RowBadge>
          ) : null}
        </p>
        <p className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
          <span className="min-w-0 break-words">{article.source}</span>
          <span>{NEWS_CATEGORY_LABELS[article.category]}</span>
          <Age time={article.publishedAt} form="detail" />
          <span>{countOf(article.views, "view")}</span>
        </p>
      </div>
      <div className="-mx-3 flex flex-wrap items-center gap-x-1">
        {isHidden ? (
          <ActButton {...forms} intent={`show:${id}`} label="Show" of={title} icon="eye" />
        ) : (
          <>
            <ButtonLink to={thingPath("articles", id)} look="quiet" size="sm" aria-label={`Edit: ${title}`}>
              <Icon name="pencil" size={15} />
              Edit
            </ButtonLink>
            <ActButton
              {...forms}
              intent={`${isFlash ? "unflash" : "flash"}:${id}`}
              label={isFlash ? "Unflash" : "Flash"}
              of={title}
              icon="zap"
            />
            <ActButton {...forms} intent={`hide:${id}`} label="Hide" of={title} icon="eye-off" />
          </>
        )}
        <DeleteFold
          {...forms}
          intent={`delete-article:${id}`}
          of={title}
          consequence="The article is permanently deleted, and its feed can't bring it back."
        >
          {(state) => <WhyField {...state} />}
        </DeleteFold>
      </div>
    </li>
  );
}
