import { useNavigation } from "react-router";
import type { Page } from "#core/forum/types.ts";
import { parseNewsQuery } from "#core/news/list-query.ts";
import type { NewsListQuery } from "#core/news/types.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import type { ShownNews } from "./card.ts";
import { newsHref } from "./news-controls.tsx";
import { GRID, NewsGrid } from "./news-grid.tsx";

interface NewsListProps {
  readonly page: Page<ShownNews>;
  readonly address: NewsListQuery;
  /** Shown instead of the list if it failed to load. */
  readonly failed: string | null;
}

const SKELETONS = ["a", "b", "c", "d", "e", "f"];
/** Load the first row's pictures immediately. */
const EARLY = 3;

const getPage = (answer: { page: Page<ShownNews>; failed: string | null }) =>
  answer.failed ? null : answer.page;

/** The list, a skeleton while another category loads, or a message if there is nothing. */
export function NewsList({ page, address, failed }: NewsListProps) {
  const { location } = useNavigation();
  const pending =
    location?.pathname === "/news" ? parseNewsQuery(new URLSearchParams(location.search)) : null;
  const isSwitchingCategory = pending !== null && pending.category !== address.category;
  return (
    <div className="grid grid-cols-1 gap-4" aria-busy={pending !== null}>
      <p role="status" className="sr-only">
        {pending ? "Loading news..." : ""}
      </p>
      {isSwitchingCategory ? (
        <div className={GRID}>
          {SKELETONS.map((key) => (
            <Skeleton key={key} />
          ))}
        </div>
      ) : failed ? (
        <EmptyState
          action={<ButtonLink to={newsHref(address, { cursor: address.cursor })}>Try again</ButtonLink>}
        >
          <span role="alert">{failed}</span>
        </EmptyState>
      ) : page.items.length === 0 ? (
        <NothingFound address={address} />
      ) : (
        <div className={classNames("grid grid-cols-1 gap-4 transition-opacity", pending && "opacity-50")}>
          {address.search ? (
            <p className="text-sm text-muted">Results for “{address.search}”, newest first.</p>
          ) : null}
          <NewsGrid
            page={page}
            getPage={getPage}
            buildHref={(cursor) => newsHref(address, { cursor })}
            isContinued={address.cursor !== null}
            early={EARLY}
          />
        </div>
      )}
    </div>
  );
}

/** Same size as a card, to avoid layout shift. */
function Skeleton() {
  return (
    <div aria-hidden="true" className="skeleton overflow-hidden rounded-lg border border-line bg-surface">
      <div className="aspect-video bg-hover" />
      <div className="grid gap-2.5 p-4">
        <div className="h-3 w-2/3 rounded-sm bg-hover" />
        <div className="h-5 rounded-sm bg-hover" />
        <div className="h-5 w-4/5 rounded-sm bg-hover" />
        <div className="mt-1 h-3.5 rounded-sm bg-hover" />
        <div className="h-3.5 rounded-sm bg-hover" />
        <div className="h-3.5 w-1/2 rounded-sm bg-hover" />
        <div className="mt-2 h-3 w-1/2 rounded-sm bg-hover" />
      </div>
    </div>
  );
}

function NothingFound({ address }: { address: NewsListQuery }) {
  const { search, category, cursor } = address;
  if (!search)
    return (
      <EmptyState
        action={category !== "all" || cursor ? <ButtonLink to="/news">Show all news</ButtonLink> : null}
      >
        {cursor ? "There are no more stories." : "No news yet. New stories will appear here."}
      </EmptyState>
    );
  return (
    <EmptyState
      action={
        <span className="flex flex-wrap justify-center gap-2">
          {category === "all" ? null : (
            <ButtonLink to={newsHref(address, { category: "all" })}>Search all news</ButtonLink>
          )}
          <ButtonLink to="/news">Show all news</ButtonLink>
        </span>
      }
    >
      <strong className="block text-text">Nothing found for “{search}”</strong>
      <span className="mt-1 block">Try fewer or different words, or part of a word.</span>
    </EmptyState>
  );
}
