import { Suspense } from "react";
import { data, useRouteLoaderData } from "react-router";
import { HOME_CHIPS } from "#core/forum/categories.ts";
import { writeListAddress } from "#core/forum/list-query.ts";
import { CategoryChips, SortTabs } from "#web/forum/list-controls.tsx";
import { loadPostList } from "#web/forum/list-screen.ts";
import { PostList } from "#web/forum/post-list.tsx";
import { FlashNews } from "#web/home/flash-news.tsx";
import { Hero } from "#web/home/hero.tsx";
import { LatestNews } from "#web/home/latest-news.tsx";
import { loadFront } from "#web/home/load-front.ts";
import { Ticker } from "#web/home/ticker.tsx";
import { newsFeeds } from "#web/news/feeds.ts";
import { FORUM_FEED, pageMeta } from "#web/shell/page-meta.ts";
import type { SiteData } from "#web/shell/site-data.ts";
import type { Route } from "./+types/home";

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const query = loaderData ? writeListAddress({ ...loaderData.address, cursor: null }).toString() : "";
  return pageMeta(matches, { path: query ? `/?${query}` : "/", feeds: [...newsFeeds(null), FORUM_FEED] });
};

export { shouldRevalidatePage as shouldRevalidate } from "#web/shell/should-revalidate.ts";

export async function loader({ context, url }: Route.LoaderArgs) {
  const [list, front] = await Promise.all([
    loadPostList(context, url, HOME_CHIPS, "No posts found. Be the first to post!"),
    loadFront(context, url),
  ]);
  return data({ ...list.data, ...front }, list.init ?? {});
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { page, address, empty, news, market, claims, isNewsContinued } = loaderData;
  const site = useRouteLoaderData("root") as SiteData;
  return (
    <div className="grid grid-cols-1 gap-8 md:gap-10">
      <Hero isMember={site.viewer !== null} claims={claims} />
      {/* These never suspend: the boundaries let React hydrate part by part. */}
      <Suspense>{news ? <FlashNews flash={news.flash} /> : null}</Suspense>
      <Ticker market={market} />
      <section aria-labelledby="discussions" className="grid grid-cols-1 gap-4">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <h2 id="discussions" className="text-xl">
            Discussions
          </h2>
          <SortTabs path="/" address={address} />
        </div>
        <CategoryChips path="/" address={address} chips={HOME_CHIPS} />
        <Suspense>
          <PostList page={page} path="/" address={address} empty={empty} />
        </Suspense>
      </section>
      <Suspense>
        <LatestNews news={news} address={address} isContinued={isNewsContinued} />
      </Suspense>
    </div>
  );
}
