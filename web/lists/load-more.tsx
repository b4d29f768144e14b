import { buttonClasses } from "#web/ui/button.tsx";
import { cancelIfOffline } from "#web/ui/cancel-if-offline.ts";
import { Link } from "#web/ui/link.tsx";

interface LoadMoreProps {
  readonly list: {
    readonly nextCursor: string | null;
    readonly isLoading: boolean;
    readonly loadMore: (href: string) => void;
  };
  readonly buildHref: (cursor: string) => string;
  readonly label?: string;
  readonly loadingLabel?: string;
}

/** A link to the list's next page. A click adds that page to the list. On the last page, renders nothing. */
export function LoadMore({
  list: { nextCursor, isLoading, loadMore },
  buildHref,
  label = "Load More",
  loadingLabel = "Loading...",
}: LoadMoreProps) {
  if (!nextCursor) return null;
  const href = buildHref(nextCursor);
  return (
    <Link
      to={href}
      aria-disabled={isLoading}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        if (!isLoading && !cancelIfOffline(event)) loadMore(href);
      }}
      className={buttonClasses({}, "mt-3 justify-self-center")}
    >
      {isLoading ? loadingLabel : label}
    </Link>
  );
}

/** Shown above a list that starts with a later page; `to` is the first page. */
export function LaterPageNote({ to }: { to: string }) {
  return (
    <p className="text-sm text-muted">
      You're partway through the list.{" "}
      <Link to={to} className="font-semibold text-accent text-link">
        Back to the start
      </Link>
    </p>
  );
}
