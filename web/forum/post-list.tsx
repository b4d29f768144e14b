import { lazy, Suspense } from "react";
import { useNavigation } from "react-router";
import type { ListAddress } from "#core/forum/list-query.ts";
import type { Page } from "#core/forum/types.ts";
import { useHasLiveUpdates } from "#web/live/live-updates.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { loadOnline } from "#web/ui/lazy-part.tsx";
import { latestMarks } from "./latest-marks.ts";
import { latestVotes } from "./latest-votes.ts";
import { listHref } from "./list-controls.tsx";
import { LaterPageNote, LoadMore } from "./load-more.tsx";
import { PostCard } from "./post-card.tsx";
import type { ShownPost } from "./shown-post.ts";
import { usePagedList } from "./use-paged-list.ts";

interface PostListProps {
  readonly page: Page<ShownPost>;
  readonly path: string;
  readonly address: ListAddress;
  /** What to show without posts: the list's own text or an error; null for a search without results. */
  readonly empty: string | null;
}

/** A search with Hot is sorted by relevance. */
const FOUND_ORDER = { hot: "most relevant", new: "newest", top: "most upvoted" } as const;

// Loaded only when live updates are on.
const NewPosts = lazy(() => loadOnline(() => import("#web/live/new-posts.tsx")));

const getPage = (answer: { page: Page<ShownPost> }) => answer.page;

/** A list of posts with a button to load more. */
export function PostList({ page, path, address, empty }: PostListProps) {
  const { location } = useNavigation();
  const { items, since, isRestored, isLoading, nextCursor, loadMore } = usePagedList(page, getPage);
  const isLive = useHasLiveUpdates();
  // Another order or category of this list is loading.
  const isChanging = location?.pathname === path;

  return (
    <div className="grid grid-cols-1 gap-3" aria-busy={isChanging}>
      {address.cursor ? <LaterPageNote to={listHref({ path, address }, {})} /> : null}
      {isLive && since !== undefined && !address.cursor && !address.search ? (
        <Suspense>
          <NewPosts key={since} path={path} address={address} items={items} since={since} />
        </Suspense>
      ) : null}
      {address.search && items.length > 0 ? (
        <p className="text-sm text-muted">
          Results for “{address.search}”, {FOUND_ORDER[address.sort]} first.
        </p>
      ) : null}
      <p role="status" className="sr-only">
        {isChanging || isLoading ? "Loading posts..." : ""}
      </p>
      {items.length === 0 && empty === null ? (
        <NothingFound path={path} address={address} />
      ) : items.length === 0 ? (
        <EmptyState
          action={
            address.search || address.tag || address.category !== "all" ? (
              <ButtonLink to={path}>Show all posts</ButtonLink>
            ) : null
          }
        >
          {empty}
        </EmptyState>
      ) : (
        <div className={classNames("grid grid-cols-1 gap-3 transition-opacity", isChanging && "opacity-50")}>
          {items.map((post) => (
            <PostCard
              key={post.id}
              post={{
                ...post,
                ...latestVotes.get(`/forum/${post.id}/vote`),
                marks: (isRestored && latestMarks.get(post.id)) || post.marks,
              }}
            />
          ))}
        </div>
      )}
      {nextCursor ? (
        <LoadMore
          href={listHref({ path, address }, { cursor: nextCursor })}
          isLoading={isLoading}
          onLoad={loadMore}
          label="Load More Posts"
          loadingLabel="Loading posts..."
        />
      ) : null}
    </div>
  );
}

/** A search without results, and what else to try. */
function NothingFound({ path, address }: Pick<PostListProps, "path" | "address">) {
  const isNarrowed = address.tag !== null || address.category !== "all" || address.period !== "all";
  const widerHref = listHref({ path, address }, { tag: null, category: "all", period: "all" });
  return (
    <EmptyState
      action={
        <span className="flex flex-wrap justify-center gap-2">
          {isNarrowed ? <ButtonLink to={widerHref}>Search all posts</ButtonLink> : null}
          <ButtonLink to={path}>Show all posts</ButtonLink>
        </span>
      }
    >
      <strong className="block text-text">Nothing found for “{address.search}”</strong>
      <span className="mt-1 block">
        Try fewer or different words, or part of a word.
        {isNarrowed ? " This search didn't include all posts." : ""}
      </span>
    </EmptyState>
  );
}
