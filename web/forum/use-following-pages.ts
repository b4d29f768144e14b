import { useEffect, useRef, useState } from "react";
import { useFetcher, useLocation } from "react-router";
import type { Page } from "#core/forum/types.ts";

interface Identified {
  readonly id: string;
}

/** Pages that were loaded after the first, per entry of the browser's history: going back finds them again. */
const kept = new Map<string, readonly Page<Identified>[]>();
const MOST_KEPT = 20;

function keep(place: string, pages: readonly Page<Identified>[]): void {
  kept.delete(place);
  kept.set(place, pages);
  const oldest = kept.keys().next().value;
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
}

/**
 * The first page, which the screen's loader gives, and those loaded after it from the same loader. Going back to the
 * list shows all of them at once, so that the browser's scroll position fits. `pageOf` finds the page in the loader's
 * answer.
 */
export function useFollowingPages<Item extends Identified, Answer>(
  first: Page<Item>,
  pageOf: (answer: Answer) => Page<Item>,
) {
  const { key, pathname, search } = useLocation();
  const place = `${key} ${pathname}${search}`;
  const [following, setFollowing] = useState({ place, pages: keptPages<Item>(place) });
  const fetcher = useFetcher<Answer>();
  const seen = useRef<unknown>(undefined);

  const pages = following.place === place ? following.pages : keptPages<Item>(place);
  useEffect(() => {
    const answer = fetcher.data;
    if (answer === undefined || answer === seen.current || fetcher.state !== "idle") return;
    seen.current = answer;
    const longer = [...pages, pageOf(answer as Answer)];
    keep(place, longer);
    setFollowing({ place, pages: longer });
  }, [fetcher.data, fetcher.state, pages, place, pageOf]);

  // What moved between two fetches is shown once, where it was first seen.
  const shown = new Set<string>();
  const items = [first, ...pages].flatMap((page) =>
    page.items.filter(({ id }) => !shown.has(id) && shown.add(id)),
  );
  return {
    items,
    isLoading: fetcher.state !== "idle",
    nextCursor: (pages.at(-1) ?? first).nextCursor,
    loadMore: (href: string) => void fetcher.load(fetcherAddress(href)),
  };
}

function keptPages<Item extends Identified>(place: string): readonly Page<Item>[] {
  return (kept.get(place) ?? []) as readonly Page<Item>[];
}

/** The home route is an index route; React Router tells it from the root by `?index`. */
function fetcherAddress(href: string): string {
  return href.startsWith("/?") ? `/?index&${href.slice(2)}` : href;
}
