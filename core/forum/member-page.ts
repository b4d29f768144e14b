import { trimLine } from "#core/text.ts";

/** Times are ISO 8601 in UTC. */

export interface MemberProfile {
  readonly id: string;
  readonly username: string;
  readonly avatarUrl: string | null;
  readonly isVerified: boolean;
  readonly bio: string;
  /** Other members' upvotes minus their downvotes on the member's posts and comments. */
  readonly karma: number;
  readonly joinDate: string;
  /** Excludes deleted posts; counted up to COUNT_MAX + 1. */
  readonly postCount: number;
  /** Excludes deleted comments and those on deleted posts; counted up to COUNT_MAX + 1. */
  readonly commentCount: number;
  readonly isOwn: boolean;
}

export interface MemberComment {
  readonly id: string;
  readonly postId: string;
  readonly postTitle: string;
  /** The beginning of the comment, as plain text. */
  readonly excerpt: string;
  readonly createdAt: string;
  readonly editedAt: string | null;
  readonly upvotes: number;
  readonly downvotes: number;
}

/** Larger counts are shown as "1,000+", because an exact count would get slower with every post. */
export const COUNT_MAX = 1000;

export function formatCappedCount(count: number): string {
  return count > COUNT_MAX ? `${COUNT_MAX.toLocaleString("en")}+` : count.toLocaleString("en");
}

export const MEMBER_TABS = ["posts", "comments"] as const;
export type MemberTab = (typeof MEMBER_TABS)[number];

export interface MemberPageState {
  readonly tab: MemberTab;
  readonly cursor: string | null;
}

/** Reads `?tab=&after=`. */
export function parseMemberPageState(params: URLSearchParams): MemberPageState {
  const requestedTab = params.get("tab");
  return {
    tab: MEMBER_TABS.find((tab) => tab === requestedTab) ?? "posts",
    cursor: params.get("after") || null,
  };
}

/** Builds the query with its question mark; "" for the first page of posts. */
export function buildMemberPageQuery({ tab, cursor }: MemberPageState): string {
  const params = new URLSearchParams();
  if (tab !== "posts") params.set("tab", tab);
  if (cursor) params.set("after", cursor);
  return params.size > 0 ? `?${params}` : "";
}

/** Describes a member for link previews. */
export function describeMember({ username, bio, karma, postCount, commentCount }: MemberProfile): string {
  const figures = `${formatCappedCount(postCount)} ${postCount === 1 ? "post" : "posts"}, ${formatCappedCount(commentCount)} ${commentCount === 1 ? "comment" : "comments"}, ${karma.toLocaleString("en")} karma`;
  const bioText = trimLine(bio);
  return bioText === "" ? `${username}: ${figures}.` : `${[...bioText].slice(0, 200).join("")} (${figures})`;
}
