import type { PostCategory } from "#core/forum/categories.ts";
import type { LiveUpdate } from "#web/live/live-updates.ts";

interface VisibleItems {
  /** When the page's data was loaded; older updates are included in it. */
  readonly since: number;
  /** The IDs of the items that the page already shows. */
  readonly ids: ReadonlySet<string>;
  /** The viewer's own content is not new to them. */
  readonly viewerId: string | undefined;
}

/** The IDs of posts created since the list was loaded that currently match its categories and tag, oldest first. */
export function findNewPostIds(
  updates: readonly LiveUpdate[],
  visibleItems: VisibleItems,
  { categories, tag }: { categories: readonly PostCategory[]; tag: string | null },
): string[] {
  return findNewIds(
    updates,
    visibleItems,
    (update) =>
      "category" in update &&
      (categories.length === 0 || categories.includes(update.category)) &&
      (tag === null || update.tags.some((candidate) => candidate.toLowerCase() === tag.toLowerCase())),
  );
}

/**
 * The IDs of comments created since the page was loaded, oldest first. With `isSubthread`, only replies to the comments
 * shown.
 */
export function findNewCommentIds(
  updates: readonly LiveUpdate[],
  visibleItems: VisibleItems,
  { postId, isSubthread }: { readonly postId: string; readonly isSubthread: boolean },
): string[] {
  return findNewIds(
    updates,
    visibleItems,
    (update) =>
      "parentId" in update &&
      update.postId === postId &&
      (!isSubthread || (update.parentId !== null && visibleItems.ids.has(update.parentId))),
  );
}

/** Whether events were missed, in which case `updates` may be incomplete. */
export const hasMissedEvents = (updates: readonly LiveUpdate[], since: number): boolean =>
  updates.some(({ id, at }) => id === "" && at > since);

function findNewIds(
  updates: readonly LiveUpdate[],
  { since, ids, viewerId }: VisibleItems,
  matches: (update: Exclude<LiveUpdate, { id: "" }>) => boolean,
): string[] {
  const newIds = new Set<string>();
  for (const update of updates) {
    if (update.at <= since || !("isGone" in update || "isNew" in update)) continue;
    const isNew = newIds.has(update.id) || ("isNew" in update && update.isNew);
    const isOwn = "authorId" in update && update.authorId !== null && update.authorId === viewerId;
    // Only the latest update matters: a post may have been deleted or moved since.
    if (isNew && !update.isGone && !isOwn && !ids.has(update.id) && matches(update)) newIds.add(update.id);
    else if (update.isGone || newIds.has(update.id)) newIds.delete(update.id);
  }
  return [...newIds];
}
