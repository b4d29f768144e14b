import { type ComponentType, type MouseEvent, useEffect, useRef, useState } from "react";
import { FORUM_CHIPS, HOME_CHIPS } from "#core/forum/category-chips.ts";
import { type PostListState, toPostListQuery } from "#core/forum/list-query.ts";
import type { Page } from "#core/forum/types.ts";
import { getFetcherPath } from "#web/lists/use-paged-list.ts";
import { useLiveUpdates } from "#web/live/live-updates.ts";
import { Pill } from "#web/live/pill.tsx";
import { useOptionalSite } from "#web/page/site-data.ts";
import { useFetcher, useResponse } from "#web/router/use-fetcher.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { cancelIfOffline } from "#web/ui/cancel-if-offline.ts";
import { findNewPostIds, hasMissedEvents } from "./find-new.ts";
import { buildListHref } from "./list-controls.tsx";
import type { PostCardData } from "./post-card-data.ts";

interface NewPostsProps {
  readonly path: string;
  readonly listState: PostListState;
  readonly items: readonly PostCardData[];
  readonly since: number;
  readonly Item: ComponentType<{ post: PostCardData }>;
}

export default function NewPosts({ path, listState, items, since, Item }: NewPostsProps) {
  const updates = useLiveUpdates();
  const viewerId = useOptionalSite()?.viewer?.id;
  const fetcher = useFetcher<{ page: Page<PostCardData> }>();
  const [loadedPosts, setLoadedPosts] = useState<{
    posts: readonly PostCardData[];
    until: number;
    hasMore: boolean;
  }>({
    posts: [],
    until: since,
    hasMore: false,
  });
  const { categories, tag } = toPostListQuery(listState, path === "/" ? HOME_CHIPS : FORUM_CHIPS);
  const ids = new Set([...items, ...loadedPosts.posts].map(({ id }) => id));
  const count = findNewPostIds(
    updates,
    { since: loadedPosts.until, ids, viewerId },
    { categories, tag },
  ).length;
  const href = buildListHref({ path, listState }, { sort: "new" });

  useResponse(fetcher, ({ page }) =>
    setLoadedPosts(({ posts }) => {
      const knownIds = new Set([...items, ...posts].map(({ id }) => id));
      const newPosts = page.items.filter(
        ({ id, createdAt }) => !knownIds.has(id) && Date.parse(createdAt) > since - SLACK_MS,
      );
      const hasMore = newPosts.length === page.items.length && page.nextCursor !== null;
      return { posts: [...newPosts, ...posts], until: page.at ?? Date.now(), hasMore };
    }),
  );

  const section = useRef<HTMLElement>(null);
  const firstId = loadedPosts.posts[0]?.id;
  useEffect(() => {
    if (firstId) section.current?.querySelector("a")?.focus();
  }, [firstId]);

  function show(event: MouseEvent): void {
    if (!cancelIfOffline(event)) void fetcher.load(getFetcherPath(href));
  }
  const isLoading = fetcher.state !== "idle";
  return (
    <>
      {count > 0 || hasMissedEvents(updates, loadedPosts.until) ? (
        <Pill icon="arrow-up" onPress={show}>
          {isLoading ? "Loading posts..." : formatNewCount(count)}
        </Pill>
      ) : null}
      {loadedPosts.posts.length > 0 ? (
        <section ref={section} aria-label="New posts" className="post-items border-b border-line-strong pb-3">
          {loadedPosts.posts
            .filter(({ id }) => !items.some((post) => post.id === id))
            .map((post) => (
              <Item key={post.id} post={post} />
            ))}
          {loadedPosts.hasMore ? (
            <ButtonLink to={href} className="justify-self-center">
              Show all new posts
            </ButtonLink>
          ) : null}
        </section>
      ) : null}
    </>
  );
}

/** Posts may be this much older than the list, because a post's timestamp is taken slightly before it is committed. */
const SLACK_MS = 5_000;

const formatNewCount = (count: number) =>
  count === 0 ? "There may be new posts" : count === 1 ? "1 new post" : `${count} new posts`;
