import type { PostCategory } from "#core/forum/categories.ts";
import type { LiveUpdate } from "#web/live/live-updates.ts";

interface VisibleItems {
  /** When the page's data was read; older updates are included in it. */
  readonly since: number;
  /** Ids that the page already shows. */
  readonly ids: ReadonlySet<string>;
  /** The viewer's own content is not new to them. */
  readonly viewerId: string | undefined;
}

/** Posts created since the list was read that currently match its filter, oldest first. */
export function findNewPosts(
  updates: readonly LiveUpdate[],
  visible: VisibleItems,
  { categories, tag }: { categories: readonly PostCategory[]; tag: string | null },
): string[] {
  return findNewItems(
    updates,
    visible,
    (state) =>
      "category" in state &&
      (categories.length === 0 || categories.includes(state.category)) &&
      (tag === null || state.tags.some((candidate) => candidate.toLowerCase() === tag.toLowerCase())),
  );
}

/** Comments created since the post was read, oldest first. With `isSubthread`, only replies to the comments shown. */
export function findNewComments(
  updates: readonly LiveUpdate[],
  visible: VisibleItems,
  { postId, isSubthread }: { readonly postId: string; readonly isSubthread: boolean },
): string[] {
  return findNewItems(
    updates,
    visible,
    (state) =>
      "parentId" in state &&
      state.postId === postId &&
      (!isSubthread || (state.parentId !== null && visible.ids.has(state.parentId))),
  );
}

/** Whether events were missed, in which case `updates` may be incomplete. */
export const hasMissedEvents = (updates: readonly LiveUpdate[], since: number): boolean =>
  updates.some(({ id, at }) => id === "" && at > since);

function findNewItems(
  updates: readonly LiveUpdate[],
  { since, ids, viewerId }: VisibleItems,
  matches: (state: Exclude<LiveUpdate, { id: "" }>) => boolean,
): string[] {
  const newIds = new Set<string>();
  for (const state of updates) {
    if (state.at <= since || !("isGone" in state || "isNew" in state)) continue;
    const isNew = newIds.has(state.id) || ("isNew" in state && state.isNew);
    const isByOther = !("authorId" in state) || state.authorId === null || state.authorId !== viewerId;
    // Only the latest state matters: a post may have been deleted or moved since.
    if (isNew && !state.isGone && isByOther && !ids.has(state.id) && matches(state)) newIds.add(state.id);
    else if (state.isGone || newIds.has(state.id)) newIds.delete(state.id);
  }
  return [...newIds];
}
