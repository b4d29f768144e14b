import { useNavigation } from "react-router";
import { buildPostListParams, type PostListState } from "#core/forum/list-query.ts";
import { NEWS_FAILED } from "#core/messages.ts";
import { FLASH_LOADING } from "#core/news/wording.ts";
import { EmptyState } from "#web/lists/empty-state.tsx";
import { NewsGrid } from "#web/news/cards/news-grid.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import type { HomeNewsData } from "./load-home.ts";

interface LatestNewsProps {
  readonly news: HomeNewsData | null;
  /** The state of the post list on the same page. The links preserve it. */
  readonly listState: PostListState;
  readonly isLaterPage: boolean;
  readonly allLabel: string;
}

const getPage = ({ news }: { news: HomeNewsData | null }) => news?.latest ?? null;

export function LatestNews({ news, listState, isLaterPage, allLabel }: LatestNewsProps) {
  const { location } = useNavigation();
  if (news?.latest.items.length === 0 && !isLaterPage) return null;
  // The "Try again" link has no hash, because React Router doesn't reload data when only the hash differs.
  const buildHref = (cursor: string | null, hash = "#latest") => {
    const query = buildPostListParams(listState);
    if (cursor) query.set("news", cursor);
    return `/${query.size > 0 ? `?${query}` : ""}${hash}`;
  };
  return (
    <section aria-labelledby="latest" className="home-news">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="latest" className="text-xl">
          Latest News
        </h2>
        <ButtonLink to="/news" variant="quiet" size="sm" className="-me-3">
          {allLabel}
        </ButtonLink>
      </div>
      {news ? (
        <NewsGrid
          page={news.latest}
          getPage={getPage}
          buildHref={buildHref}
          isLaterPage={isLaterPage}
          name="latest"
        />
      ) : (
        <EmptyState
          illustration="page"
          action={
            <ButtonLink to={buildHref(null, "")} preventScrollReset>
              Try again
            </ButtonLink>
          }
        >
          {location?.pathname === "/" ? FLASH_LOADING : NEWS_FAILED}
        </EmptyState>
      )}
    </section>
  );
}
