import { CATEGORY_LABELS, isPostCategory } from "#core/forum/categories.ts";
import type { FollowedList } from "#core/forum/reading.ts";
import { EmptyState } from "#web/lists/empty-state.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Link } from "#web/ui/link.tsx";

/** The tags and categories that the member follows. Uses plain forms, so that each change reloads the list. */
export function FollowedLists({ lists }: { lists: readonly FollowedList[] }) {
  if (lists.length === 0) {
    return (
      <EmptyState action={<ButtonLink to="/forum?filter=following">Choose what to follow</ButtonLink>}>
        You don't follow any tags or categories yet.
      </EmptyState>
    );
  }
  return (
    <ul className="grid grid-cols-1 gap-x-6 sm:grid-cols-2">
      {lists.map(({ kind, name }) => {
        const label = kind === "category" && isPostCategory(name) ? CATEGORY_LABELS[name] : `#${name}`;
        return (
          <li
            key={`${kind} ${name}`}
            className="flex items-center justify-between gap-3 border-b border-line py-2"
          >
            <Link
              to={`/forum?${kind}=${encodeURIComponent(name)}`}
              className="min-w-0 truncate text-sm font-semibold hover:text-accent"
            >
              {label}
            </Link>
            <form method="post" action="/forum/follow">
              <input type="hidden" name={kind} value={name} />
              <Button
                type="submit"
                name="follow"
                value="no"
                variant="quiet"
                size="sm"
                aria-label={`Unfollow ${label}`}
              >
                Unfollow
              </Button>
            </form>
          </li>
        );
      })}
    </ul>
  );
}
