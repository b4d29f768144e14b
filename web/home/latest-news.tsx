import { useNavigation } from "react-router";
import { type ListAddress, writeListAddress } from "#core/forum/list-query.ts";
import { FLASH_LOADING, NEWS_FAILED } from "#core/news/wording.ts";
import { NewsGrid } from "#web/news/news-grid.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import type { ShownFrontNews } from "./load-front.ts";

interface LatestNewsProps {
  /** Null when it couldn't be loaded. */
  readonly news: ShownFrontNews | null;
  /** The state of the post list on the same page, which must not change. */
  readonly address: ListAddress;
  readonly isContinued: boolean;
}

const getPage = ({ news }: { news: ShownFrontNews | null }) => news?.latest ?? null;

export function LatestNews({ news, address, isContinued }: LatestNewsProps) {
  const { location } = useNavigation();
  if (news?.latest.items.length === 0 && !isContinued) return null;
  // React Router doesn't reload data when only the hash differs.
  const buildHref = (cursor: string | null, end = "#latest") => {
    const query = writeListAddress(address);
    if (cursor) query.set("news", cursor);
    return `/${query.size > 0 ? `?${query}` : ""}${end}`;
  };
  return (
    <section aria-labelledby="latest" className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="latest" className="text-xl">
          Latest News
        </h2>
        <ButtonLink to="/news" look="quiet" size="sm" className="-me-3">
          All news
        </ButtonLink>
      </div>
      {news ? (
        <NewsGrid
          page={news.latest}
          getPage={getPage}
          buildHref={buildHref}
          isContinued={isContinued}
          name="latest"
        />
      ) : (
        <EmptyState
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
