import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import type { Page } from "#core/forum/types.ts";
import { useFetcher, useResponse } from "#web/router/use-fetcher.ts";

interface ListItem {
  readonly id: string;
}

interface StoredList<Item extends ListItem> {
  readonly firstPage: Page<Item>;
  readonly pages: readonly Page<Item>[];
}

/** The loaded pages of each list, by history entry, so that going back can restore them. */
const storedLists = new Map<string, StoredList<ListItem>>();
const STORED_LISTS_MAX = 20;

export const clearStoredLists = (): void => storedLists.clear();

function storeList(listKey: string, list: StoredList<ListItem>): void {
  storedLists.delete(listKey);
  storedLists.set(listKey, list);
  const oldestKey = storedLists.keys().next().value;
  if (storedLists.size > STORED_LISTS_MAX && oldestKey !== undefined) storedLists.delete(oldestKey);
}

/**
 * The first page from the loader and the pages loaded after it. Going back shows all of them as they were, so that the
 * restored scroll position is right. `getPage` returns null if loading failed and can be retried. A second list on the
 * same screen needs a `name`.
 */
export function usePagedList<Item extends ListItem, Data>(
  loaderPage: Page<Item>,
  getPage: (data: Data) => Page<Item> | null,
  name = "",
) {
  const { key, pathname, search } = useLocation();
  const listKey = `${name} ${key} ${pathname}${search}`;
  const restore = () => ({
    listKey,
    loaderPage,
    ...((storedLists.get(listKey) as StoredList<Item>) ?? { firstPage: loaderPage, pages: [] }),
  });
  const [state, setState] = useState(restore);
  const fetcher = useFetcher<Data>();
  const requestedListKey = useRef(listKey);

  const currentState = state.listKey === listKey ? state : restore();
  const { pages } = currentState;
  const firstPage = currentState.loaderPage === loaderPage ? currentState.firstPage : loaderPage;
  useEffect(() => {
    if (state.listKey !== listKey) setState(currentState);
    if (pages.length > 0) storeList(listKey, { firstPage, pages });
  });
  useResponse(fetcher, (data) => {
    const page = getPage(data as Data);
    // The response may arrive after a navigation to another list.
    if (page)
      setState((previous) =>
        previous.listKey === requestedListKey.current
          ? { ...previous, pages: [...previous.pages, page] }
          : previous,
      );
  });

  // An item that moved between two requests is shown only once, in its first position.
  const ids = new Set<string>();
  const items = [firstPage, ...pages].flatMap((page) =>
    page.items.filter(({ id }) => !ids.has(id) && ids.add(id)),
  );
  return {
    items,
    /** When the first page was read (ms since 1970). Later changes may be missing from the list. */
    since: firstPage.at,
    /** Whether the list was restored, so that it may lack recent changes. */
    isRestored: firstPage !== loaderPage,
    isLoading: fetcher.state !== "idle",
    hasFailed: fetcher.data !== undefined && getPage(fetcher.data as Data) === null,
    nextCursor: (pages.at(-1) ?? firstPage).nextCursor,
    loadMore(href: string) {
      requestedListKey.current = listKey;
      void fetcher.load(getFetcherPath(href));
    },
  };
}

/** Home is an index route, which React Router addresses with `?index`. */
export function getFetcherPath(href: string): string {
  return href.startsWith("/?") ? `/?index&${href.slice(2)}` : href;
}
