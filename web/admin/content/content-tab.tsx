import type { ReactNode } from "react";
import type { SiteFigures } from "#core/admin/stats.ts";
import { formatCount } from "#core/format-count.ts";
import { CATEGORY_LABELS } from "#core/forum/categories.ts";
import { SEARCH_MAX } from "#core/forum/limits.ts";
import { POST_STATES } from "#core/forum/moderation.ts";
import { ARTICLE_STATES } from "#core/news/admin-articles.ts";
import { NEWS_CATEGORY_LABELS } from "#core/news/categories.ts";
import { EmptyState } from "#web/lists/empty-state.tsx";
import { ListSearch } from "#web/lists/list-search.tsx";
import { LaterPageNote } from "#web/lists/load-more.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { FilterChips, FilterTabs } from "#web/ui/filter-links.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";
import { type Option, toOptions } from "#web/ui/options.ts";
import { buildMemberPath } from "../users/member-paths.ts";
import { ArticleRow } from "./article-row.tsx";
import { CommentRow } from "./comment-row.tsx";
import {
  buildContentListPath,
  buildContentPath,
  buildListParams,
  CONTENT_KINDS,
  type ContentKind,
  type ListFilters,
} from "./content-paths.ts";
import type { ContentList } from "./load-content.ts";
import { PostRow } from "./post-row.tsx";
import { SourceRow } from "./source-row.tsx";

export function ContentTab({ list, figures }: { list: ContentList; figures: SiteFigures }) {
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <FilterTabs<ContentKind>
          label="Content type"
          options={CONTENT_KINDS}
          selected={list.kind}
          buildHref={buildContentListPath}
          className="flex max-w-full overflow-x-auto rounded-md border border-line bg-surface p-0.5 whitespace-nowrap max-sm:[&>a]:px-2 sm:gap-1 sm:p-1"
        />
        {list.kind === "sources" ? (
          <ButtonLink to={buildContentPath("sources", "new")} variant="primary">
            <Icon name="plus" />
            Add source
          </ButtonLink>
        ) : (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <p className="figures text-sm text-muted">
              {formatCount(figures.activePosts, "post")} and {formatCount(figures.newsArticles, "article")}{" "}
              visible
            </p>
            <ButtonLink to="/admin/newsletter" size="sm">
              <Icon name="mail" size={15} />
              Newsletter
            </ButtonLink>
          </div>
        )}
      </div>
      {list.kind === "posts" ? (
        <FilteredList
          kind="posts"
          filters={list.query}
          authorName={list.page.items[0]?.author.username}
          states={POST_STATES}
          categories={toOptions(CATEGORY_LABELS)}
          nextCursor={list.page.nextCursor}
        >
          {list.page.items.map((post) => (
            <PostRow key={post.id} post={post} />
          ))}
        </FilteredList>
      ) : list.kind === "comments" ? (
        <FilteredList
          kind="comments"
          filters={{ ...list.query, state: list.query.isDeleted ? "deleted" : null }}
          authorName={list.page.items[0]?.author.username}
          states={["deleted"]}
          nextCursor={list.page.nextCursor}
        >
          {list.page.items.map((comment) => (
            <CommentRow key={comment.id} comment={comment} />
          ))}
        </FilteredList>
      ) : list.kind === "articles" ? (
        <FilteredList
          kind="articles"
          filters={list.query}
          states={ARTICLE_STATES}
          categories={toOptions(NEWS_CATEGORY_LABELS)}
          nextCursor={list.page.nextCursor}
        >
          {list.page.items.map((article) => (
            <ArticleRow key={article.id} article={article} />
          ))}
        </FilteredList>
      ) : (
        <>
          {list.sources.some(({ isEnabled, nextFetchAt }) => isEnabled && nextFetchAt === null) ? (
            <p className="text-sm text-muted">
              Automatic fetching is off (NEWS_POLL_MINUTES). To get new articles, use “Fetch now”.
            </p>
          ) : null}
          <Rows kind="sources" isFiltered={false}>
            {list.sources.map((source) => (
              <SourceRow key={source.id} source={source} />
            ))}
          </Rows>
        </>
      )}
    </>
  );
}

interface FilteredListProps {
  readonly kind: ContentKind;
  readonly filters: ListFilters;
  /** Shown if the list is filtered by author. Undefined if the list is empty. */
  readonly authorName?: string | undefined;
  readonly states: readonly string[];
  readonly categories?: readonly Option<string>[];
  readonly nextCursor: string | null;
  readonly children: readonly ReactNode[];
}

function FilteredList({
  kind,
  filters,
  authorName,
  states,
  categories,
  nextCursor,
  children,
}: FilteredListProps) {
  const firstPage = { ...filters, cursor: null };
  const buildPath = (change: ListFilters) => buildContentListPath(kind, { ...firstPage, ...change });
  const otherParams = buildListParams(kind, { ...firstPage, search: "" });
  otherParams.set("tab", "content");
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <ListSearch
          action="/admin"
          label={`Search ${kind}`}
          placeholder={`Search ${kind}`}
          search={filters.search ?? ""}
          maxLength={SEARCH_MAX}
          otherParams={otherParams}
        />
        <FilterChips
          label="Filter by status"
          options={[null, ...states].map((value) => ({
            value,
            label: value === null ? "Visible" : `${value[0]?.toUpperCase()}${value.slice(1)}`,
          }))}
          selected={filters.state ?? null}
          buildHref={(state) => buildPath({ state })}
        />
      </div>
      {categories ? (
        <FilterChips
          isStrip
          label="Filter by category"
          options={[{ value: null, label: "All" }, ...categories]}
          selected={filters.category ?? null}
          buildHref={(category) => buildPath({ category })}
        />
      ) : null}
      {filters.authorId ? (
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted">
          <span className="min-w-0 wrap-anywhere">
            Only {kind} by{" "}
            <Link to={buildMemberPath(filters.authorId)} className="font-semibold text-text text-link">
              {authorName ?? "this user"}
            </Link>
          </span>
          <ButtonLink to={buildPath({ authorId: null })} variant="quiet" size="sm" className="-mx-3">
            <Icon name="x" size={15} />
            Show all authors
          </ButtonLink>
        </p>
      ) : null}
      {filters.cursor ? <LaterPageNote to={buildPath({})} /> : null}
      <Rows
        kind={kind}
        isFiltered={Boolean(
          filters.search || filters.authorId || filters.category || filters.state || filters.cursor,
        )}
      >
        {children}
      </Rows>
      {nextCursor ? (
        <ButtonLink to={buildPath({ cursor: nextCursor })} className="justify-self-center">
          Older {kind}
        </ButtonLink>
      ) : null}
    </>
  );
}

interface RowsProps {
  readonly kind: ContentKind;
  readonly isFiltered: boolean;
  readonly children: readonly ReactNode[];
}

function Rows({ kind, isFiltered, children }: RowsProps) {
  if (children.length === 0 && !isFiltered)
    return (
      <EmptyState illustration="inbox">
        {kind === "sources" ? "No sources yet." : `No visible ${kind}.`}
      </EmptyState>
    );
  if (children.length === 0)
    return (
      <EmptyState
        illustration="search"
        action={
          <ButtonLink to={buildContentListPath(kind)} size="sm">
            Show all {kind}
          </ButtonLink>
        }
      >
        No matches.
      </EmptyState>
    );
  return (
    <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
      {children}
    </ul>
  );
}
