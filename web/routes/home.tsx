import { Suspense } from "react";
import { data, useRouteLoaderData } from "react-router";
import { HOME_CHIPS } from "#core/forum/category-chips.ts";
import { HOME_POST_COUNT } from "#core/forum/limits.ts";
import { buildPostListParams } from "#core/forum/list-query.ts";
import { CategoryChips, SortTabs } from "#web/forum/list-controls.tsx";
import { loadPostList } from "#web/forum/load-post-list.ts";
import { PopularTags } from "#web/forum/popular-tags.tsx";
import { PostList } from "#web/forum/post-list.tsx";
import { CommunityCard } from "#web/home/community-card.tsx";
import { FlashCarousel } from "#web/home/flash-carousel.tsx";
import { FlashFeed } from "#web/home/flash-feed.tsx";
import { Hero } from "#web/home/hero.tsx";
import { LatestNews } from "#web/home/latest-news.tsx";
import { loadHome } from "#web/home/load-home.ts";
import { Ticker } from "#web/home/ticker.tsx";
import { listNewsFeeds } from "#web/news/cards/feeds.ts";
import { FORUM_FEED, pageMeta } from "#web/page/page-meta.ts";
import type { SiteData } from "#web/page/site-data.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import type { Route } from "./+types/home";

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const query = loaderData ? buildPostListParams({ ...loaderData.listState, cursor: null }).toString() : "";
  return pageMeta(matches, {
    tagline: loaderData?.tagline,
    path: query ? `/?${query}` : "/",
    feeds: [...listNewsFeeds(null), FORUM_FEED],
  });
};

export { shouldRevalidatePage as shouldRevalidate } from "#web/shell/should-revalidate.ts";

export async function loader({ context, url }: Route.LoaderArgs) {
  const [list, home] = await Promise.all([
    loadPostList(context, url, {
      chips: HOME_CHIPS,
      emptyMessage: "No posts found. Be the first to post!",
      firstPageSize: HOME_POST_COUNT,
    }),
    loadHome(context, url),
  ]);
  return data({ ...list.data, ...home }, list.init ?? {});
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { page, listState, emptyMessage, news, market, hero, figures, popularTags, isLaterNewsPage } =
    loaderData;
  const site = useRouteLoaderData("root") as SiteData;
  const isMember = site.viewer !== null;
  return (
    <div className="home">
      {isMember ? <h1 className="sr-only">{site.name}</h1> : <Hero {...hero} />}
      {/* Nothing in these boundaries suspends. They let React hydrate the page part by part. */}
      <Suspense>
        {news && news.carousel.length > 0 ? <FlashCarousel articles={news.carousel} /> : null}
      </Suspense>
      <Suspense>{news && news.cards.length > 0 ? <FlashFeed articles={news.cards} /> : null}</Suspense>
      <Ticker market={market} />
      <section aria-labelledby="discussions" className="home-posts">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <h2 id="discussions" className="text-xl">
            Discussions
          </h2>
          <div className="flex flex-wrap items-center gap-3">
            <SortTabs path="/" listState={listState} />
            {isMember ? (
              <ButtonLink to="/forum" variant="quiet" size="sm">
                Go to Forum
              </ButtonLink>
            ) : null}
          </div>
        </div>
        <CategoryChips path="/" listState={listState} chips={HOME_CHIPS} />
        <Suspense>
          <PostList page={page} path="/" listState={listState} emptyMessage={emptyMessage} />
        </Suspense>
      </section>
      <Suspense>
        <LatestNews
          news={news}
          listState={listState}
          isLaterPage={isLaterNewsPage}
          allLabel={isMember ? "Explore News" : "All news"}
        />
      </Suspense>
      <aside aria-label="Community" className="home-more">
        {figures ? <CommunityCard figures={figures} /> : null}
        {popularTags.length > 0 ? <PopularTags tags={popularTags} /> : null}
      </aside>
    </div>
  );
}
