import type { Page, PostCard } from "#core/forum/types.ts";

type Seldom = Pick<PostCard, "isPinned" | "isLocked" | "ownVote" | "marks">;

/** A post as a list's data holds it: what few posts are is left out of all others. */
export type ShownPost = Omit<PostCard, keyof Seldom> & Partial<Seldom>;

export function showPosts({ items, ...page }: Page<PostCard>): Page<ShownPost> {
  return {
    ...page,
    items: items.map(({ isPinned, isLocked, ownVote, marks, ...post }) => ({
      ...post,
      ...(isPinned && { isPinned }),
      ...(isLocked && { isLocked }),
      ...(ownVote !== 0 && { ownVote }),
      ...(marks && { marks }),
    })),
  };
}
