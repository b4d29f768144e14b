import { useRouteLoaderData } from "react-router";
import { FORUM_CHIPS } from "#core/forum/categories.ts";
import { writeListAddress } from "#core/forum/list-query.ts";
import { CategoryChips, SortTabs } from "#web/forum/list-controls.tsx";
import { loadPostList } from "#web/forum/list-screen.ts";
import { PostList } from "#web/forum/post-list.tsx";
import { PostSearch } from "#web/forum/post-search.tsx";
import { StatCards } from "#web/forum/stat-cards.tsx";
import { FORUM_FEED, pageMeta } from "#web/shell/page-meta.ts";
import type { SiteData } from "#web/shell/site-data.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import type { Route } from "./+types/forum";

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const address = loaderData?.address;
  const query = address ? writeListAddress({ ...address, cursor: null }).toString() : "";
  return pageMeta(matches, {
    title: address?.search ? `“${address.search}” in the forum` : "Community Forum",
    description: "Discussions on crypto, AI and quantum technology: questions, field notes, arguments.",
    path: query ? `/forum?${query}` : "/forum",
    index: !address?.search,
    feeds: [FORUM_FEED],
  });
};

export { shouldRevalidatePage as shouldRevalidate } from "#web/shell/should-revalidate.ts";

export function loader({ context, url }: Route.LoaderArgs) {
  return loadPostList(context, url, FORUM_CHIPS, "No posts found. Be the first to create one!");
}

export default function Forum({ loaderData: { page, address, empty } }: Route.ComponentProps) {
  const site = useRouteLoaderData("root") as SiteData;
  return (
    <div className="grid grid-cols-1 gap-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <h1 className="text-xl sm:text-2xl">Community Forum</h1>
        <ButtonLink to="/create" look="primary">
          <Icon name="pen-line" />
          New Post
        </ButtonLink>
      </div>
      {site.figures ? <StatCards figures={site.figures} /> : null}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <PostSearch address={address} />
        <SortTabs path="/forum" address={address} />
      </div>
      <CategoryChips path="/forum" address={address} chips={FORUM_CHIPS} />
      <h2 className="sr-only">Posts</h2>
      <PostList page={page} path="/forum" address={address} empty={empty} />
    </div>
  );
}
