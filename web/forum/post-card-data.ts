import { CARD_TAGS_MAX } from "#core/forum/limits.ts";
import { shorten } from "#core/forum/shorten.ts";
import type { Page, PostCard } from "#core/forum/types.ts";
import { getDefaultAvatarUrl } from "#web/lists/avatar.tsx";

type OptionalFields = Pick<
  PostCard,
  "isPinned" | "isLocked" | "ownVote" | "threadState" | "lastReply" | "participants"
>;

/** A post in a list's data, without fields that have their default value. */
export type PostCardData = Omit<PostCard, keyof OptionalFields> & Partial<OptionalFields>;

/** Enough for the two lines that a card shows next to the sidebar. Link previews and page descriptions use more. */
const EXCERPT_MAX = 200;

export function toPostCardPage({ items, ...page }: Page<PostCard>): Page<PostCardData> {
  // One shared object per author or participant, because the serialized page data contains each object only once.
  const members = new Map<string, unknown>();
  const shareMember = <Member extends { username: string; avatarUrl: string | null }>(
    kind: string,
    member: Member,
  ): Member => {
    const key = `${kind} ${member.username}`;
    if (!members.has(key)) members.set(key, omitDefaultAvatar(member));
    return members.get(key) as Member;
  };
  return {
    ...page,
    items: items.map(
      ({ isPinned, isLocked, ownVote, threadState, lastReply, participants, author, ...post }) => ({
        ...post,
        excerpt: shorten(post.excerpt, EXCERPT_MAX),
        tags: post.tags.slice(0, CARD_TAGS_MAX),
        author: shareMember("author", author),
        ...(isPinned && { isPinned }),
        ...(isLocked && { isLocked }),
        ...(ownVote !== 0 && { ownVote }),
        ...(threadState && { threadState }),
        ...(lastReply && { lastReply }),
        ...(participants.length > 0 && {
          participants: participants.map((member) => shareMember("participant", member)),
        }),
      }),
    ),
  };
}

const omitDefaultAvatar = <Member extends { username: string; avatarUrl: string | null }>(member: Member) =>
  member.avatarUrl === getDefaultAvatarUrl(member.username) ? { ...member, avatarUrl: null } : member;
