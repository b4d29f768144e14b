import type { ReactNode } from "react";
import { useLocation } from "react-router";
import type { SiteFigures } from "#core/admin/stats.ts";
import { CATEGORY_LABELS, POST_CATEGORIES } from "#core/forum/categories.ts";
import { SEARCH_MAX } from "#core/forum/limits.ts";
import { POST_STATES } from "#core/forum/moderation.ts";
import { ARTICLE_STATES } from "#core/news/admin-articles.ts";
import { NEWS_CATEGORIES, NEWS_CATEGORY_LABELS } from "#core/news/categories.ts";
import { LaterPageNote } from "#web/forum/load-more.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { Choice } from "#web/ui/choice.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";
import { ListSearch } from "#web/ui/list-search.tsx";
import type { AdminAnswer } from "../answer-admin-form.ts";
import { showInStrip } from "../show-in-strip.ts";
import { SourceRow } from "../sources/source-row.tsx";
import { memberPath } from "../users/member-address.ts";
import { ArticleRow } from "./article-row.tsx";
import { CommentRow } from "./comment-row.tsx";
import {
  CONTENT_KINDS,
  type ContentKind,
  contentHref,
  contentPath,
  type ListFilters,
  toListParams,
} from "./content-address.ts";
import type { ContentList } from "./load-content.ts";
import { PostRow } from "./post-row.tsx";

interface ContentTabProps {
  readonly list: ContentList;
  readonly figures: SiteFigures;
  readonly answer: AdminAnswer | undefined;
}

export function ContentTab({ list, figures, answer }: ContentTabProps) {
  const { pathname, search } = useLocation();
  const forms = { action: `${pathname}${search}`, answer };
  return (
    <section aria-labelledby="content" className="grid grid-cols-1 gap-4">
      <h2 id="content" className="sr-only">
        Content
      </h2>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <nav
          aria-label="Kind of content"
          className="flex max-w-full overflow-x-auto rounded-md border border-line bg-surface p-0.5 whitespace-nowrap sm:gap-1 sm:p-1"
        >
          {CONTENT_KINDS.map(({ value, label }) => (
            <Choice key={value} look="tab" to={contentHref(value)} active={value === list.kind}>
              {label}
            </Choice>
          ))}
        </nav>
        {list.kind === "sources" ? (
          <ButtonLink to={contentPath("sources", "new")} look="primary">
            <Icon name="plus" />
            Add source
          </ButtonLink>
        ) : (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <p className="figures text-sm text-muted">
              {figures.activePosts.toLocaleString("en")} posts and {figures.newsArticles.toLocaleString("en")}{" "}
              articles shown
            </p>
            <ButtonLink to="/admin/newsletter" size="sm">
              <Icon name="mail" size={15} />
              Newsletter
            </ButtonLink>
          </div>
        )}
      </div>
      {list.kind === "posts" ? (
        <Listed
          kind="posts"
          filters={list.query}
          authorName={list.page.items[0]?.author.username}
          states={POST_STATES}
          categories={POST_CATEGORIES.map((value) => ({ value, label: CATEGORY_LABELS[value] }))}
          nextCursor={list.page.nextCursor}
        >
          {list.page.items.map((post) => (
            <PostRow key={post.id} post={post} {...forms} />
          ))}
        </Listed>
      ) : list.kind === "comments" ? (
        <Listed
          kind="comments"
          filters={{ ...list.query, state: list.query.isDeleted ? "deleted" : null }}
          authorName={list.page.items[0]?.author.username}
          states={["deleted"]}
          nextCursor={list.page.nextCursor}
        >
          {list.page.items.map((comment) => (
            <CommentRow key={comment.id} comment={comment} {...forms} />
          ))}
        </Listed>
      ) : list.kind === "articles" ? (
        <Listed
          kind="articles"
          filters={list.query}
          states={ARTICLE_STATES}
          categories={NEWS_CATEGORIES.map((value) => ({ value, label: NEWS_CATEGORY_LABELS[value] }))}
          nextCursor={list.page.nextCursor}
        >
          {list.page.items.map((article) => (
            <ArticleRow key={article.id} article={article} {...forms} />
          ))}
        </Listed>
      ) : (
        <Rows kind="sources">
          {list.sources.map((source) => (
            <SourceRow key={source.id} source={source} {...forms} />
          ))}
        </Rows>
      )}
    </section>
  );
}

interface ListedProps {
  readonly kind: ContentKind;
  readonly filters: ListFilters;
  /** The author filtered by; unknown when the list is empty. */
  readonly authorName?: string | undefined;
  readonly states: readonly string[];
  readonly categories?: readonly { readonly value: string; readonly label: string }[];
  readonly nextCursor: string | null;
  readonly children: readonly ReactNode[];
}

/** Links and a form, so that a list can be shared and works without JavaScript. */
function Listed({ kind, filters: words, authorName, states, categories, nextCursor, children }: ListedProps) {
  const first = { ...words, cursor: null };
  const to = (change: ListFilters) => contentHref(kind, { ...first, ...change });
  const others = toListParams(kind, { ...first, search: "" });
  others.set("tab", "content");
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <ListSearch
          action="/admin"
          label={`Search ${kind}`}
          placeholder={`Search ${kind}`}
          search={words.search ?? ""}
          maxLength={SEARCH_MAX}
          others={others}
        />
        <nav aria-label="Filter by state">
          <ul className="flex flex-wrap gap-2">
            {[null, ...states].map((state) => (
              <li key={state}>
                <Choice look="chip" to={to({ state })} active={(words.state ?? null) === state}>
                  {state === null ? "Shown" : `${state[0]?.toUpperCase()}${state.slice(1)}`}
                </Choice>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      {categories ? (
        <nav aria-label="Filter by category" className="-mx-4 overflow-x-auto px-4 md:mx-0 md:px-0">
          <ul className="flex gap-2 md:flex-wrap">
            {[{ value: null, label: "All" }, ...categories].map(({ value, label }) => (
              <li key={label} ref={(words.category ?? null) === value ? showInStrip : undefined}>
                <Choice look="chip" to={to({ category: value })} active={(words.category ?? null) === value}>
                  {label}
                </Choice>
              </li>
            ))}
          </ul>
        </nav>
      ) : null}
      {words.author ? (
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted">
          <span className="min-w-0 wrap-anywhere">
            Only {kind} by{" "}
            <Link to={memberPath(words.author)} className="font-semibold text-text hover:underline">
              {authorName ?? "this user"}
            </Link>
          </span>
          <ButtonLink to={to({ author: null })} look="quiet" size="sm" className="-mx-3">
            <Icon name="x" size={15} />
            Show everyone's
          </ButtonLink>
        </p>
      ) : null}
      {words.cursor ? <LaterPageNote to={to({})} /> : null}
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
        action={
          <ButtonLink to={contentHref(kind)} size="sm">
            Show all {kind}
          </ButtonLink>
        }
      >
        Nothing matches.
      </EmptyState>
    );
  return (
    <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
      {children}
    </ul>
  );
}
