import { useEffect, useRef, useState } from "react";
import { useFetcher, useLocation } from "react-router";
import type { Page } from "#core/forum/types.ts";

interface Identified {
  readonly id: string;
}

/** A list as it was left: its first page and the pages loaded after it. */
interface StoredList<Item extends Identified> {
  readonly first: Page<Item>;
  readonly pages: readonly Page<Item>[];
}

/** Extended lists by history entry, for going back. */
const storedLists = new Map<string, StoredList<Identified>>();
const STORED_MAX = 20;

export const forgetLists = (): void => storedLists.clear();

function storeList(place: string, left: StoredList<Identified>): void {
  storedLists.delete(place);
  storedLists.set(place, left);
  const oldest = storedLists.keys().next().value;
  if (storedLists.size > STORED_MAX && oldest !== undefined) storedLists.delete(oldest);
}

/**
 * The first page from the screen's loader, and more pages loaded from the same loader. Going back shows all of them
 * as they were, so that the scroll position fits and no items are lost between a new first page and old later ones.
 * If the first page is reloaded while the list is open, it replaces the old one.
 *
 * `pageOf` extracts the page from the loader's data; null if loading failed, and then it can be retried. A second
 * list on the same screen needs a `name`.
 */
export function usePagedList<Item extends Identified, Answer>(
  first: Page<Item>,
  getPage: (answer: Answer) => Page<Item> | null,
  name = "",
) {
  const { key, pathname, search } = useLocation();
  const place = `${name} ${key} ${pathname}${search}`;
  const arrive = () => ({
    place,
    given: first,
    ...((storedLists.get(place) as StoredList<Item>) ?? { first, pages: [] }),
  });
  const [state, setState] = useState(arrive);
  const fetcher = useFetcher<Answer>();
  const handled = useRef<unknown>(undefined);

  const current = state.place === place ? state : arrive();
  const { pages } = current;
  const shownFirst = current.given === first ? current.first : first;
  useEffect(() => {
    if (state.place !== place) setState(current);
    if (pages.length > 0) storeList(place, { first: shownFirst, pages });
  });
  useEffect(() => {
    const answer = fetcher.data;
    if (answer === undefined || answer === handled.current || fetcher.state !== "idle") return;
    handled.current = answer;
    const page = getPage(answer as Answer);
    if (page) setState((known) => ({ ...known, pages: [...known.pages, page] }));
  }, [fetcher.data, fetcher.state, getPage]);

  // Items that moved between two requests are shown once, where they were first.
  const shown = new Set<string>();
  const items = [shownFirst, ...pages].flatMap((page) =>
    page.items.filter(({ id }) => !shown.has(id) && shown.add(id)),
  );
  return {
    items,
    /** When the first page was read. */
    since: shownFirst.at,
    /** Whether the list was restored and is older than recent changes. */
    isRestored: shownFirst !== first,
    isLoading: fetcher.state !== "idle",
    hasFailed: fetcher.data !== undefined && getPage(fetcher.data as Answer) === null,
    nextCursor: (pages.at(-1) ?? shownFirst).nextCursor,
    loadMore: (href: string) => void fetcher.load(fetcherAddress(href)),
  };
}

/** Home is an index route, which React Router addresses with `?index`. */
export function fetcherAddress(href: string): string {
  return href.startsWith("/?") ? `/?index&${href.slice(2)}` : href;
}
