import type { Page, PostCard } from "#core/forum/types.ts";

type OptionalFields = Pick<PostCard, "isPinned" | "isLocked" | "ownVote" | "marks">;

/** A post in a list's data, without fields that have their default value. */
export type ShownPost = Omit<PostCard, keyof OptionalFields> & Partial<OptionalFields>;

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
