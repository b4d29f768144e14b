import { useEffect, useRef, useState } from "react";
import { useFetcher, useLocation } from "react-router";
import type { Page, PostCard } from "#core/forum/types.ts";
import { latestVotes } from "./latest-votes.ts";

/** A loader that gives a page of posts, as the list screens' loaders do. */
interface ListAnswer {
  readonly page: Page<PostCard>;
}

/** Pages that were loaded after the first, per entry of the browser's history: going back finds them again. */
const kept = new Map<string, readonly Page<PostCard>[]>();
const MOST_KEPT = 20;

function keep(key: string, pages: readonly Page<PostCard>[]): void {
  kept.delete(key);
  kept.set(key, pages);
  const oldest = kept.keys().next().value;
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
}

/**
 * The first page, which the loader gives, and those loaded after it. Going back to the list shows all of them at
 * once, so that the browser's scroll position fits.
 */
export function useFollowingPages(first: Page<PostCard>) {
  const { key, pathname, search } = useLocation();
  const place = `${key} ${pathname}${search}`;
  const [following, setFollowing] = useState<{ place: string; pages: readonly Page<PostCard>[] }>({
    place,
    pages: kept.get(place) ?? [],
  });
  const fetcher = useFetcher<ListAnswer>();
  const seen = useRef<ListAnswer | undefined>(undefined);

  const current = following.place === place ? following.pages : (kept.get(place) ?? []);
  useEffect(() => {
    const answer = fetcher.data;
    if (!answer || answer === seen.current || fetcher.state !== "idle") return;
    seen.current = answer;
    const pages = [...current, answer.page];
    keep(place, pages);
    setFollowing({ place, pages });
  }, [fetcher.data, fetcher.state, current, place]);

  // Posts that moved between two fetches are shown once, where they were first seen.
  const shown = new Set<string>();
  const fresh = current.map((page) => ({
    ...page,
    items: page.items.map((post) => ({ ...post, ...latestVotes.get(`/forum/${post.id}/vote`) })),
  }));
  const pages = [first, ...fresh].map((page) => ({
    ...page,
    items: page.items.filter((post) => !shown.has(post.id) && shown.add(post.id)),
  }));
  return {
    pages,
    fetcher,
    more: pages.at(-1)?.nextCursor ?? null,
    loadMore: (href: string) =>
      void fetcher.load(href.includes("?") && href.startsWith("/?") ? `/?index&${href.slice(2)}` : href),
  };
}
