import { type ComponentType, lazy, type ReactNode, Suspense } from "react";
import { useNavigation } from "react-router";
import type { PostListState } from "#core/forum/list-query.ts";
import type { Page } from "#core/forum/types.ts";
import { EmptyState } from "#web/lists/empty-state.tsx";
import { LaterPageNote, LoadMore } from "#web/lists/load-more.tsx";
import { usePagedList } from "#web/lists/use-paged-list.ts";
import { useHasLiveUpdates } from "#web/live/live-updates.ts";
import { loadWhenReachable } from "#web/router/lazy-component.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { latestThreadStates } from "./latest-thread-states.ts";
import { latestVotes } from "./latest-votes.ts";
import { buildListHref } from "./list-controls.tsx";
import { PostCard } from "./post-card.tsx";
import type { PostCardData } from "./post-card-data.ts";

interface PostListProps {
  readonly page: Page<PostCardData>;
  readonly path: string;
  readonly listState: PostListState;
  /** Text for an empty list. Null for a search, which has its own message. */
  readonly emptyMessage: string | null;
  readonly Item?: ComponentType<{ post: PostCardData }>;
  readonly emptyAction?: ReactNode;
}

/** When the sort order is Hot, search results are sorted by relevance. */
const SEARCH_ORDERS = { hot: "most relevant", new: "newest", top: "most upvoted" } as const;

const NewPosts = lazy(() => loadWhenReachable(() => import("./new-posts.tsx")));

const getPage = (data: { page: Page<PostCardData> }) => data.page;

export function PostList({
  page,
  path,
  listState,
  emptyMessage,
  emptyAction,
  Item = PostCard,
}: PostListProps) {
  const { location } = useNavigation();
  const list = usePagedList(page, getPage);
  const { items, since, isRestored, isLoading } = list;
  const isLive = useHasLiveUpdates();
  // This list is loading with other options, such as another order or category.
  const isChanging = location?.pathname === path;

  return (
    <div className="grid grid-cols-1 gap-3" aria-busy={isChanging}>
      {listState.cursor ? <LaterPageNote to={buildListHref({ path, listState }, {})} /> : null}
      {isLive &&
      since !== undefined &&
      !listState.cursor &&
      !listState.search &&
      listState.filter === "all" ? (
        <Suspense>
          <NewPosts key={since} path={path} listState={listState} items={items} since={since} Item={Item} />
        </Suspense>
      ) : null}
      {listState.search && items.length > 0 ? (
        <p className="text-sm text-muted">
          Results for “{listState.search}”, {SEARCH_ORDERS[listState.sort]} first.
        </p>
      ) : null}
      <p role="status" className="sr-only">
        {isChanging || isLoading ? "Loading posts..." : ""}
      </p>
      {items.length === 0 && emptyMessage === null ? (
        <NothingFound path={path} listState={listState} />
      ) : items.length === 0 ? (
        <EmptyState
          illustration="talk"
          action={
            emptyAction ?? (
              <span className="flex flex-wrap justify-center gap-2">
                <ButtonLink
                  to={listState.category === "all" ? "/create" : `/create?category=${listState.category}`}
                  variant="primary"
                >
                  Create a post
                </ButtonLink>
                {listState.tag || listState.category !== "all" ? (
                  <ButtonLink to={path}>Show all posts</ButtonLink>
                ) : null}
              </span>
            )
          }
        >
          {emptyMessage}
        </EmptyState>
      ) : (
        <div className={classNames("post-items transition-opacity", isChanging && "opacity-50")}>
          {items.map((post) => (
            <Item
              key={post.id}
              post={{
                ...post,
                ...(isRestored && latestVotes.get(`/forum/${post.id}/vote`)),
                threadState: (isRestored && latestThreadStates.get(post.id)) || post.threadState,
              }}
            />
          ))}
        </div>
      )}
      <LoadMore
        list={list}
        buildHref={(cursor) => buildListHref({ path, listState }, { cursor })}
        label="Load More Posts"
        loadingLabel="Loading posts..."
      />
    </div>
  );
}

function NothingFound({ path, listState }: Pick<PostListProps, "path" | "listState">) {
  const isNarrowed = listState.tag !== null || listState.category !== "all" || listState.period !== "all";
  const widerHref = buildListHref({ path, listState }, { tag: null, category: "all", period: "all" });
  return (
    <EmptyState
      illustration="search"
      action={
        <span className="flex flex-wrap justify-center gap-2">
          {isNarrowed ? <ButtonLink to={widerHref}>Search all posts</ButtonLink> : null}
          <ButtonLink to={path}>Show all posts</ButtonLink>
        </span>
      }
    >
      <strong className="block text-text">Nothing found for “{listState.search}”</strong>
      <span className="mt-1 block">
        Try fewer or different words, or part of a word.
        {isNarrowed ? " This search didn't include all posts." : ""}
      </span>
    </EmptyState>
  );
}
