import type { PostCategory } from "#core/forum/categories.ts";
import type { Heard } from "./heard.ts";

interface Shown {
  /** What the page shows was read at this time; what was heard before is in it. */
  readonly since: number;
  /** Ids that the page shows already. */
  readonly ids: ReadonlySet<string>;
  /** Whose page this is: his own are no news to him. */
  readonly viewerId: string | undefined;
}

interface ListFilter {
  /** Empty for every one. */
  readonly categories: readonly PostCategory[];
  readonly tag: string | null;
}

/** Posts made since the list was read that fit its filter as they are now, oldest first. */
export function findNewPosts(
  heard: readonly Heard[],
  shown: Shown,
  { categories, tag }: ListFilter,
): string[] {
  return findNew(
    heard,
    shown,
    (state) =>
      "category" in state &&
      (categories.length === 0 || categories.includes(state.category)) &&
      (tag === null || state.tags.some((one) => one.toLowerCase() === tag.toLowerCase())),
  );
}

/**
 * Comments made on a post since it was read, oldest first. Where only a `part` of its comments is shown, those that answer
 * what is shown.
 */
export function findNewComments(
  heard: readonly Heard[],
  shown: Shown,
  { postId, isPart }: { readonly postId: string; readonly isPart: boolean },
): string[] {
  return findNew(
    heard,
    shown,
    (state) =>
      "parentId" in state &&
      state.postId === postId &&
      (!isPart || (state.parentId !== null && shown.ids.has(state.parentId))),
  );
}

/** Whether so much was missed that there may be more than can be told. */
export const hasMissed = (heard: readonly Heard[], since: number): boolean =>
  heard.some(({ id, at }) => id === "" && at > since);

function findNew(
  heard: readonly Heard[],
  { since, ids, viewerId }: Shown,
  fits: (state: Exclude<Heard, { id: "" }>) => boolean,
): string[] {
  const found = new Set<string>();
  for (const state of heard) {
    if (state.at <= since || !("isGone" in state || "isNew" in state)) continue;
    const isKnown = found.has(state.id) || ("isNew" in state && state.isNew);
    const isTheirs = !("authorId" in state) || state.authorId === null || state.authorId !== viewerId;
    // The last word counts: it may have been deleted meanwhile, or moved to where it does not fit.
    if (isKnown && !state.isGone && isTheirs && !ids.has(state.id) && fits(state)) found.add(state.id);
    else if (state.isGone || found.has(state.id)) found.delete(state.id);
  }
  return [...found];
}
