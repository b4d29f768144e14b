import { useRef } from "react";
import { getReferrerPath } from "#web/page/same-site-path.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";

export function Breadcrumb({ items }: { items: readonly { label: string; to?: string }[] }) {
  return (
    <nav aria-label="Breadcrumb" className="min-w-0 text-sm text-muted">
      <ol className="flex min-w-0 items-center gap-1.5">
        {items.map(({ label, to }, index) => (
          // Only the third label is cut off: the title of a post or article.
          <li key={label} className={index === 2 ? "min-w-0" : "shrink-0"}>
            <span className="flex min-w-0 items-center gap-1.5">
              {index > 0 ? <Icon name="chevron-right" size={14} className="shrink-0 text-faint" /> : null}
              {to ? (
                <Link to={to} dir="auto" className="truncate hover:text-text text-link">
                  {label}
                </Link>
              ) : (
                <span aria-current="page" dir="auto" className="truncate text-text">
                  {label}
                </span>
              )}
            </span>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** Returns the path of the list that a page was opened from, with its filters. Null if it was opened from elsewhere. */
export function findListPath(request: Request, list: "/forum" | "/news"): string | null {
  const path = getReferrerPath(request, "");
  return path === list || path.startsWith(`${list}?`) ? path : null;
}

/** The list to link back to. After a form submission, the referrer is the page itself, so the earlier list is used. */
export function useListPath(list: "/forum" | "/news", pageId: string, referrerPath: string | null): string {
  const latestList = useRef({ pageId, path: referrerPath });
  if (latestList.current.pageId !== pageId || referrerPath !== null)
    latestList.current = { pageId, path: referrerPath };
  return latestList.current.path ?? list;
}
