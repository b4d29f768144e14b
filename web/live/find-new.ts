import type { PostCategory } from "#core/forum/categories.ts";
import type { LiveUpdate } from "./live-updates.ts";

interface Shown {
  /** When the page's data was read; older updates are included in it. */
  readonly since: number;
  /** Ids that the page already shows. */
  readonly ids: ReadonlySet<string>;
  /** The viewer's own content is not new to them. */
  readonly viewerId: string | undefined;
}

interface ListFilter {
  /** Empty for all. */
  readonly categories: readonly PostCategory[];
  readonly tag: string | null;
}

/** Posts created since the list was read that currently match its filter, oldest first. */
export function findNewPosts(
  updates: readonly LiveUpdate[],
  shown: Shown,
  { categories, tag }: ListFilter,
): string[] {
  return findNew(
    updates,
    shown,
    (state) =>
      "category" in state &&
      (categories.length === 0 || categories.includes(state.category)) &&
      (tag === null || state.tags.some((one) => one.toLowerCase() === tag.toLowerCase())),
  );
}

/** Comments created since the post was read, oldest first. With `isPart`, only replies to the comments shown. */
export function findNewComments(
  updates: readonly LiveUpdate[],
  shown: Shown,
  { postId, isPart }: { readonly postId: string; readonly isPart: boolean },
): string[] {
  return findNew(
    updates,
    shown,
    (state) =>
      "parentId" in state &&
      state.postId === postId &&
      (!isPart || (state.parentId !== null && shown.ids.has(state.parentId))),
  );
}

/** Whether events were missed that could not be listed. */
export const hasMissed = (updates: readonly LiveUpdate[], since: number): boolean =>
  updates.some(({ id, at }) => id === "" && at > since);

function findNew(
  updates: readonly LiveUpdate[],
  { since, ids, viewerId }: Shown,
  fits: (state: Exclude<LiveUpdate, { id: "" }>) => boolean,
): string[] {
  const found = new Set<string>();
  for (const state of updates) {
    if (state.at <= since || !("isGone" in state || "isNew" in state)) continue;
    const isKnown = found.has(state.id) || ("isNew" in state && state.isNew);
    const isTheirs = !("authorId" in state) || state.authorId === null || state.authorId !== viewerId;
    // The latest state counts: a post may have been deleted or moved since.
    if (isKnown && !state.isGone && isTheirs && !ids.has(state.id) && fits(state)) found.add(state.id);
    else if (state.isGone || found.has(state.id)) found.delete(state.id);
  }
  return [...found];
}
