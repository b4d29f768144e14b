import type { ReactNode } from "react";
import { formatInteger } from "#core/format-count.ts";
import { LISTED_THREADS_MAX, UNREAD_COMMENTS_MAX, UNREAD_POSTS_MAX } from "#core/forum/limits.ts";
import type { PostListState } from "#core/forum/list-query.ts";
import { POST_FILTERS, type PostFilter } from "#core/forum/types.ts";
import { FilterLink } from "#web/ui/filter-link.tsx";
import { buildListHref } from "./list-controls.tsx";

export const FILTER_TEXTS: Record<PostFilter, { label: string; note: string | null; empty: string }> = {
  all: { label: "All", note: null, empty: "No posts found. Be the first to create one!" },
  unanswered: {
    label: "Unanswered",
    note: "Posts with no comments yet, except locked posts.",
    empty: "Every post here has a comment or is locked.",
  },
  unread: {
    label: "Unread",
    note: `Posts from the last 7 days that you haven't opened, and new comments on posts you've opened. Covers the latest ${formatInteger(UNREAD_POSTS_MAX)} posts and ${formatInteger(UNREAD_COMMENTS_MAX)} comments.`,
    empty: "You're all caught up. Posts you haven't opened and new comments will appear here.",
  },
  following: {
    label: "Following",
    note: `Posts in the categories and with the tags you follow, and the ${formatInteger(LISTED_THREADS_MAX)} threads you followed most recently. Newest first.`,
    empty: "Nothing here yet. Choose categories to follow, or open a tag and select Follow.",
  },
};

/** The filters of the forum's list. Visitors have fewer, because they have no reading history and follow nothing. */
export const getFilters = (isMember: boolean): readonly PostFilter[] =>
  isMember ? POST_FILTERS : ["all", "unanswered"];

interface ListFiltersProps {
  readonly path: string;
  readonly listState: PostListState;
  readonly isMember: boolean;
  readonly children?: ReactNode;
}

export function ListFilters({ path, listState, isMember, children }: ListFiltersProps) {
  const { note } = FILTER_TEXTS[listState.filter];
  // The side column links to unanswered posts, so visitors don't need a row for this one filter.
  if (!isMember && listState.filter === "all" && !children) return null;
  return (
    <div className="grid grid-cols-1 gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <nav
          aria-label="Filter posts"
          className="flex max-w-full gap-0.5 overflow-x-auto whitespace-nowrap *:shrink-0 rounded-md border border-line bg-surface p-1 max-sm:[&>a]:px-2"
        >
          {getFilters(isMember).map((filter) => (
            <FilterLink
              key={filter}
              variant="tab"
              to={buildListHref(
                { path, listState },
                { filter, search: "", ...(filter === "following" && { tag: null }) },
              )}
              active={listState.filter === filter}
            >
              {FILTER_TEXTS[filter].label}
            </FilterLink>
          ))}
        </nav>
        {children}
      </div>
      {note ? <p className="text-sm text-muted">{note}</p> : null}
    </div>
  );
}
