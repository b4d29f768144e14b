import {
  CATEGORY_LABELS,
  isPostCategory,
  POST_CATEGORIES,
  type PostCategory,
} from "#core/forum/categories.ts";
import { FORUM_CHIPS } from "#core/forum/category-chips.ts";
import { type PostListState, toPostListQuery } from "#core/forum/list-query.ts";
import { operation } from "#web/operation.ts";
import type { RequestContext } from "#web/server-context.ts";

/** What can be followed: a tag, or one or more categories. */
export interface ListFollow {
  readonly label: string;
  readonly tag: string | null;
  readonly categories: readonly PostCategory[];
  /** Null for visitors. */
  readonly isFollowed: boolean | null;
}

/** Null for a list of all posts and for a search: neither can be followed. Runs a single SQL statement for members. */
export async function loadListFollow(context: RequestContext, listState: PostListState) {
  if (listState.search) return null;
  const { tag, categories } = toPostListQuery(listState, FORUM_CHIPS);
  if (tag === null && categories.length === 0) return null;
  const isFollowed = await operation(
    context,
    async (app, viewer) => viewer && app.forum.isFollowingList(viewer, { tag, categories }),
  );
  return { label: getLabel(listState), tag, categories, isFollowed };
}

function getLabel({ tag, category }: PostListState): string {
  if (tag !== null) return `#${tag}`;
  const chip = FORUM_CHIPS.find(({ value }) => value === category);
  return chip?.label ?? (isPostCategory(category) ? CATEGORY_LABELS[category] : category);
}

/** All categories, and whether the member follows each of them. */
export async function loadCategoryFollows(context: RequestContext): Promise<ListFollow[]> {
  const followedLists = await operation(context, (app, viewer) => app.forum.listFollowedLists(viewer));
  return POST_CATEGORIES.map((category) => ({
    label: CATEGORY_LABELS[category],
    tag: null,
    categories: [category],
    isFollowed: followedLists.some(({ kind, name }) => kind === "category" && name === category),
  }));
}
