import { useEffect, useRef, useState } from "react";
import { useFetcher, useLocation } from "react-router";
import type { Page } from "#core/forum/types.ts";

interface Identified {
  readonly id: string;
}

/** A list as it was left: its first page and those loaded after it. */
interface Left<Item extends Identified> {
  readonly first: Page<Item>;
  readonly pages: readonly Page<Item>[];
}

/** Lists that were continued, per entry of the browser's history: going back finds them as they were. */
const kept = new Map<string, Left<Identified>>();
const MOST_KEPT = 20;

export const forgetLists = (): void => kept.clear();

function keep(place: string, left: Left<Identified>): void {
  kept.delete(place);
  kept.set(place, left);
  const oldest = kept.keys().next().value;
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
}

/**
 * The first page, which the screen's loader gives, and those loaded after it from the same loader. Going back to the
 * list shows all of them as they were left, so that the browser's scroll position fits and nothing falls between a
 * new first page and an old second one; a first page that is loaded while the list is open takes its place.
 * `pageOf` finds the page in the loader's answer, null where it could not be loaded: then the list stays as it is, and
 * can be continued once more. A second list of one screen has a name.
 */
export function useFollowingPages<Item extends Identified, Answer>(
  first: Page<Item>,
  pageOf: (answer: Answer) => Page<Item> | null,
  name = "",
) {
  const { key, pathname, search } = useLocation();
  const place = `${name} ${key} ${pathname}${search}`;
  const arrive = () => ({
    place,
    given: first,
    ...((kept.get(place) as Left<Item>) ?? { first, pages: [] }),
  });
  const [state, setState] = useState(arrive);
  const fetcher = useFetcher<Answer>();
  const seen = useRef<unknown>(undefined);

  const current = state.place === place ? state : arrive();
  const { pages } = current;
  const shownFirst = current.given === first ? current.first : first;
  useEffect(() => {
    if (state.place !== place) setState(current);
    if (pages.length > 0) keep(place, { first: shownFirst, pages });
  });
  useEffect(() => {
    const answer = fetcher.data;
    if (answer === undefined || answer === seen.current || fetcher.state !== "idle") return;
    seen.current = answer;
    const page = pageOf(answer as Answer);
    if (page) setState((known) => ({ ...known, pages: [...known.pages, page] }));
  }, [fetcher.data, fetcher.state, pageOf]);

  // What moved between two fetches is shown once, where it was first seen.
  const shown = new Set<string>();
  const items = [shownFirst, ...pages].flatMap((page) =>
    page.items.filter(({ id }) => !shown.has(id) && shown.add(id)),
  );
  return {
    items,
    /** When the first of them were read. */
    since: shownFirst.at,
    /** Whether this is a list as it was left, older than what was done since. */
    isRestored: shownFirst !== first,
    isLoading: fetcher.state !== "idle",
    hasFailed: fetcher.data !== undefined && pageOf(fetcher.data as Answer) === null,
    nextCursor: (pages.at(-1) ?? shownFirst).nextCursor,
    loadMore: (href: string) => void fetcher.load(fetcherAddress(href)),
  };
}

/** The home route is an index route; React Router tells it from the root by `?index`. */
export function fetcherAddress(href: string): string {
  return href.startsWith("/?") ? `/?index&${href.slice(2)}` : href;
}
