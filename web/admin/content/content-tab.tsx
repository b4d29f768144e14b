import type { ReactNode } from "react";
import type { SiteFigures } from "#core/admin/stats.ts";
import { formatCount } from "#core/format-count.ts";
import { CATEGORY_LABELS, POST_CATEGORIES } from "#core/forum/categories.ts";
import { SEARCH_MAX } from "#core/forum/limits.ts";
import { POST_STATES } from "#core/forum/moderation.ts";
import { ARTICLE_STATES } from "#core/news/admin-articles.ts";
import { NEWS_CATEGORIES, NEWS_CATEGORY_LABELS } from "#core/news/categories.ts";
import { ListSearch } from "#web/lists/list-search.tsx";
import { LaterPageNote } from "#web/lists/load-more.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { FilterLink } from "#web/ui/filter-link.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";
import { showInStrip } from "../show-in-strip.ts";
import { SourceRow } from "../sources/source-row.tsx";
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

export function ContentTab({ list, figures }: { list: ContentList; figures: SiteFigures }) {
  return (
    <section aria-labelledby="content" className="grid grid-cols-1 gap-4">
      <h2 id="content" className="sr-only">
        Content
      </h2>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <nav
          aria-label="Content type"
          className="flex max-w-full overflow-x-auto rounded-md border border-line bg-surface p-0.5 whitespace-nowrap sm:gap-1 sm:p-1"
        >
          {CONTENT_KINDS.map(({ value, label }) => (
            <FilterLink
              key={value}
              variant="tab"
              to={buildContentListPath(value)}
              active={value === list.kind}
            >
              {label}
            </FilterLink>
          ))}
        </nav>
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
          categories={POST_CATEGORIES.map((value) => ({ value, label: CATEGORY_LABELS[value] }))}
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
          categories={NEWS_CATEGORIES.map((value) => ({ value, label: NEWS_CATEGORY_LABELS[value] }))}
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
              Automatic fetching is off (NEWS_POLL_MINUTES). Sources are fetched only with “Fetch now”.
            </p>
          ) : null}
          <Rows kind="sources">
            {list.sources.map((source) => (
              <SourceRow key={source.id} source={source} />
            ))}
          </Rows>
        </>
      )}
    </section>
  );
}

interface FilteredListProps {
  readonly kind: ContentKind;
  readonly filters: ListFilters;
  /** The author that the list is filtered by; unknown when the list is empty. */
  readonly authorName?: string | undefined;
  readonly states: readonly string[];
  readonly categories?: readonly { readonly value: string; readonly label: string }[];
  readonly nextCursor: string | null;
  readonly children: readonly ReactNode[];
}

/** The filters are links and a form, so that a list can be shared and works without JavaScript. */
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
  const to = (change: ListFilters) => buildContentListPath(kind, { ...firstPage, ...change });
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
        <nav aria-label="Filter by status">
          <ul className="flex flex-wrap gap-2">
            {[null, ...states].map((state) => (
              <li key={state}>
                <FilterLink variant="chip" to={to({ state })} active={(filters.state ?? null) === state}>
                  {state === null ? "Visible" : `${state[0]?.toUpperCase()}${state.slice(1)}`}
                </FilterLink>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      {categories ? (
        <nav aria-label="Filter by category" className="-mx-4 overflow-x-auto px-4 md:mx-0 md:px-0">
          <ul className="flex gap-2 md:flex-wrap">
            {[{ value: null, label: "All" }, ...categories].map(({ value, label }) => (
              <li key={label} ref={(filters.category ?? null) === value ? showInStrip : undefined}>
                <FilterLink
                  variant="chip"
                  to={to({ category: value })}
                  active={(filters.category ?? null) === value}
                >
                  {label}
                </FilterLink>
              </li>
            ))}
          </ul>
        </nav>
      ) : null}
      {filters.author ? (
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted">
          <span className="min-w-0 wrap-anywhere">
            Only {kind} by{" "}
            <Link to={buildMemberPath(filters.author)} className="font-semibold text-text hover:underline">
              {authorName ?? "this user"}
            </Link>
          </span>
          <ButtonLink to={to({ author: null })} variant="quiet" size="sm" className="-mx-3">
            <Icon name="x" size={15} />
            Show all authors
          </ButtonLink>
        </p>
      ) : null}
      {filters.cursor ? <LaterPageNote to={to({})} /> : null}
      <Rows kind={kind}>{children}</Rows>
      {nextCursor ? (
        <ButtonLink to={to({ cursor: nextCursor })} className="justify-self-center">
          Older {kind}
        </ButtonLink>
      ) : null}
    </>
  );
}

function Rows({ kind, children }: { kind: ContentKind; children: readonly ReactNode[] }) {
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
