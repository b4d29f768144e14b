import { Suspense, useState } from "react";
import { data, useRouteLoaderData } from "react-router";
import { FORUM_CHIPS } from "#core/forum/category-chips.ts";
import { SEARCH_MAX } from "#core/forum/limits.ts";
import { buildPostListParams } from "#core/forum/list-query.ts";
import type { PostLink } from "#core/forum/types.ts";
import { parseDensity } from "#web/forum/density.ts";
import { DensityControl } from "#web/forum/density-control.tsx";
import { CategoryChips, SortTabs } from "#web/forum/list-controls.tsx";
import { FILTER_TEXTS, getFilters, ListFilters } from "#web/forum/list-filters.tsx";
import { loadCategoryFollows, loadListFollow } from "#web/forum/load-list-follow.ts";
import { loadPostList } from "#web/forum/load-post-list.ts";
import { PostList } from "#web/forum/post-list.tsx";
import { PostRow } from "#web/forum/post-row.tsx";
import { SideColumn } from "#web/forum/side-column.tsx";
import { FigureRow } from "#web/lists/figure-row.tsx";
import { ListSearch } from "#web/lists/list-search.tsx";
import { FORUM_FEED, pageMeta } from "#web/page/page-meta.ts";
import type { SiteData } from "#web/page/site-data.ts";
import { lazyComponent } from "#web/router/lazy-component.tsx";
import { appContext, identityContext, readOptional } from "#web/server-context.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import type { Route } from "./+types/forum";

// Loaded only for a chosen tag or category, and for a filter that no posts match.
const FollowListControl = lazyComponent(() => import("#web/forum/follow-list-control.tsx"));
const EmptyFilterAction = lazyComponent(() => import("#web/forum/empty-filter-action.tsx"));

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const listState = loaderData?.listState;
  const query = listState ? buildPostListParams({ ...listState, cursor: null }).toString() : "";
  return pageMeta(matches, {
    title: listState?.search ? `“${listState.search}” in the forum` : "Community Forum",
    description: "Discussions on crypto, AI and quantum technology: questions, insights and debates.",
    path: query ? `/forum?${query}` : "/forum",
    isListed: !listState?.search && listState?.filter === "all",
    feeds: [FORUM_FEED],
  });
};

export { shouldRevalidatePage as shouldRevalidate } from "#web/shell/should-revalidate.ts";

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const { forum } = context.get(appContext);
  const isMember = context.get(identityContext).viewer !== null;
  const [list, overview, community] = await Promise.all([
    loadPostList(context, url, {
      chips: FORUM_CHIPS,
      filters: getFilters(isMember),
      emptyMessage: FILTER_TEXTS.all.empty,
    }),
    readOptional(context, forum.readOverview()),
    // The root loader already reports failures.
    forum.readCommunity().catch(() => null),
  ]);
  const { listState, page, emptyMessage } = list.data;
  const { filter, category, cursor } = listState;
  const shouldSuggestFollows =
    filter === "following" && category === "all" && cursor === null && page.items.length === 0;
  return data(
    {
      ...list.data,
      emptyMessage:
        filter === "all"
          ? emptyMessage
          : filter === "following" && category !== "all"
            ? NOTHING_FOLLOWED_IN_CATEGORY
            : FILTER_TEXTS[filter].empty,
      follow: await loadListFollow(context, listState),
      suggestedFollows: shouldSuggestFollows ? await loadCategoryFollows(context) : null,
      overview: overview && { ...overview, unanswered: chooseUnanswered(overview.unanswered, page.items) },
      figures: community?.figures ?? null,
      popularTags: community?.popularTags ?? [],
      density: parseDensity(request.headers.get("Cookie")),
    },
    list.init ?? {},
  );
}

/** Shown in a category, where we don't suggest other categories to follow. */
const NOTHING_FOLLOWED_IN_CATEGORY = "No posts here from the tags, categories and threads you follow.";
const UNANSWERED_MAX = 4;

function chooseUnanswered(unanswered: readonly PostLink[], listedPosts: readonly { readonly id: string }[]) {
  const listedIds = new Set(listedPosts.map(({ id }) => id));
  return unanswered.filter(({ id }) => !listedIds.has(id)).slice(0, UNANSWERED_MAX);
}

export default function Forum({ loaderData }: Route.ComponentProps) {
  const { page, listState, emptyMessage, follow, suggestedFollows, overview, figures, popularTags } =
    loaderData;
  const site = useRouteLoaderData("root") as SiteData;
  const [density, setDensity] = useState(loaderData.density);
  const hasFixedOrder = listState.filter === "unread" || listState.filter === "following";
  return (
    <div className="grid grid-cols-1 gap-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <h1 className="text-xl sm:text-2xl">Community Forum</h1>
        <ButtonLink to="/create" variant="primary" className="max-sm:px-3">
          <Icon name="pen-line" />
          New Post
        </ButtonLink>
      </div>
      {figures ? (
        <FigureRow
          figures={[
            { label: "Total Posts", value: figures.totalPosts },
            { label: "Members", value: figures.members },
            { label: "Online Now", value: figures.onlineNow },
            { label: "Today's Posts", value: figures.todaysPosts },
          ]}
        />
      ) : null}
      <div className="side-layout">
        <div className="grid grid-cols-1 content-start gap-4">
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
            <ListSearch
              action="/forum"
              label="Search posts"
              placeholder="Search posts..."
              search={listState.search}
              maxLength={SEARCH_MAX}
              otherParams={buildPostListParams({ ...listState, filter: "all", search: "", cursor: null })}
            />
            <div className="flex flex-wrap items-center gap-2">
              {hasFixedOrder ? null : <SortTabs path="/forum" listState={listState} />}
              <DensityControl density={density} onSelect={setDensity} />
            </div>
          </div>
          <CategoryChips path="/forum" listState={listState} chips={FORUM_CHIPS} />
          <ListFilters path="/forum" listState={listState} isMember={site.viewer !== null}>
            {follow ? (
              <Suspense fallback={<span className="h-8 w-36" />}>
                <FollowListControl follow={follow} listState={listState} />
              </Suspense>
            ) : null}
          </ListFilters>
          <h2 className="sr-only">Posts</h2>
          <PostList
            page={page}
            path="/forum"
            listState={listState}
            emptyMessage={emptyMessage}
            emptyAction={
              listState.filter === "all" || page.items.length > 0 ? null : (
                <Suspense>
                  <EmptyFilterAction {...{ listState, suggestedFollows }} />
                </Suspense>
              )
            }
            {...(density === "compact" && { Item: PostRow })}
          />
        </div>
        {overview ? <SideColumn overview={overview} popularTags={popularTags} /> : null}
      </div>
    </div>
  );
}
