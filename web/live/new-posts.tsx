import { type MouseEvent, useEffect, useRef, useState } from "react";
import { useFetcher, useRouteLoaderData } from "react-router";
import { FORUM_CHIPS, HOME_CHIPS } from "#core/forum/categories.ts";
import { type ListAddress, toPostListQuery } from "#core/forum/list-query.ts";
import type { Page } from "#core/forum/types.ts";
import { listHref } from "#web/forum/list-controls.tsx";
import { PostCard } from "#web/forum/post-card.tsx";
import type { ShownPost } from "#web/forum/shown-post.ts";
import { fetcherAddress } from "#web/forum/use-paged-list.ts";
import type { SiteData } from "#web/shell/site-data.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { stopOffline } from "#web/ui/stop-offline.ts";
import { findNewPosts, hasMissed } from "./find-new.ts";
import { useLiveUpdates } from "./live-updates.ts";
import { Pill } from "./pill.tsx";

interface NewPostsProps {
  readonly path: string;
  readonly address: ListAddress;
  /** The posts shown, and when they were read. */
  readonly items: readonly ShownPost[];
  readonly since: number;
}

/** Announces new posts in an open list and shows them on click. */
export default function NewPosts({ path, address, items, since }: NewPostsProps) {
  const updates = useLiveUpdates();
  const viewerId = useRouteLoaderData<SiteData>("root")?.viewer?.id;
  const fetcher = useFetcher<{ page: Page<ShownPost> }>();
  const handledPage = useRef<unknown>(undefined);
  const [shown, setShown] = useState<{ posts: readonly ShownPost[]; until: number; isMore: boolean }>({
    posts: [],
    until: since,
    isMore: false,
  });
  const { categories, tag } = toPostListQuery(address, path === "/" ? HOME_CHIPS : FORUM_CHIPS);
  const ids = new Set([...items, ...shown.posts].map(({ id }) => id));
  const count = findNewPosts(updates, { since: shown.until, ids, viewerId }, { categories, tag }).length;
  const href = listHref({ path, address }, { sort: "new" });

  useEffect(() => {
    const page = fetcher.data?.page;
    if (!page || handledPage.current === page || fetcher.state !== "idle") return;
    handledPage.current = page;
    setShown(({ posts }) => {
      const known = new Set([...items, ...posts].map(({ id }) => id));
      const fresh = page.items.filter(
        ({ id, createdAt }) => !known.has(id) && Date.parse(createdAt) > since - SLACK_MS,
      );
      const isMore = fresh.length === page.items.length && page.nextCursor !== null;
      return { posts: [...fresh, ...posts], until: page.at ?? Date.now(), isMore };
    });
  }, [fetcher.data, fetcher.state, items, since]);

  const head = useRef<HTMLElement>(null);
  const first = shown.posts[0]?.id;
  useEffect(() => {
    if (first) head.current?.querySelector("a")?.focus();
  }, [first]);

  function show(event: MouseEvent): void {
    if (!stopOffline(event)) void fetcher.load(fetcherAddress(href));
  }
  const isLoading = fetcher.state !== "idle";
  return (
    <>
      {count > 0 || hasMissed(updates, shown.until) ? (
        <Pill icon="arrow-up" onPress={show}>
          {isLoading ? "Loading posts..." : formatCount(count)}
        </Pill>
      ) : null}
      {shown.posts.length > 0 ? (
        <section
          ref={head}
          aria-label="New posts"
          className="grid grid-cols-1 gap-3 border-b border-line-strong pb-3"
        >
          {shown.posts
            .filter(({ id }) => !items.some((post) => post.id === id))
            .map((post) => (
              <PostCard key={post.id} post={post} />
            ))}
          {shown.isMore ? (
            <ButtonLink to={href} className="justify-self-center">
              Show all new posts
            </ButtonLink>
          ) : null}
        </section>
      ) : null}
    </>
  );
}

/** A post's timestamp is slightly older than its commit. */
const SLACK_MS = 5_000;

const formatCount = (count: number) =>
  count === 0 ? "There may be new posts" : count === 1 ? "1 new post" : `${count} new posts`;
