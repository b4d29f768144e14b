import { trimLine } from "./text.ts";

/** What the page of a member shows. Times are ISO 8601 in UTC. */

export interface MemberProfile {
  readonly id: string;
  readonly username: string;
  readonly avatarUrl: string | null;
  readonly isVerified: boolean;
  readonly bio: string;
  /** Upvotes less downvotes that others gave to the member's posts and comments. */
  readonly karma: number;
  readonly joinDate: string;
  /** Not deleted; counted up to COUNTED_MAX and one more. */
  readonly postCount: number;
  readonly commentCount: number;
  /** Whether it is the viewer's own. */
  readonly isOwn: boolean;
}

/** A comment in the list of its author's. */
export interface MemberComment {
  readonly id: string;
  readonly postId: string;
  readonly postTitle: string;
  /** The beginning as text without markup. */
  readonly excerpt: string;
  readonly createdAt: string;
  readonly editedAt: string | null;
  readonly upvotes: number;
  readonly downvotes: number;
}

/** Beyond this a count is written "1,000+": counting on would cost more with every post. */
export const COUNTED_MAX = 1000;

export function writeCount(count: number): string {
  return count > COUNTED_MAX ? `${COUNTED_MAX.toLocaleString("en")}+` : count.toLocaleString("en");
}

export const MEMBER_TABS = ["posts", "comments"] as const;
export type MemberTab = (typeof MEMBER_TABS)[number];

/** The state of a member's page as its address carries it. */
export interface MemberPageAddress {
  readonly tab: MemberTab;
  readonly cursor: string | null;
}

/** Reads `?tab=&after=`; what is unknown falls back to the beginning of the posts. */
export function readMemberPageAddress(params: URLSearchParams): MemberPageAddress {
  const asked = params.get("tab");
  return { tab: MEMBER_TABS.find((tab) => tab === asked) ?? "posts", cursor: params.get("after") || null };
}

/** The query of the address, with its question mark; "" for the beginning of the posts. */
export function writeMemberPageAddress({ tab, cursor }: MemberPageAddress): string {
  const params = new URLSearchParams();
  if (tab !== "posts") params.set("tab", tab);
  if (cursor) params.set("after", cursor);
  return params.size > 0 ? `?${params}` : "";
}

/** What a shared link says of a member. */
export function describeMember({ username, bio, karma, postCount, commentCount }: MemberProfile): string {
  const figures = `${writeCount(postCount)} posts, ${writeCount(commentCount)} comments, ${karma.toLocaleString("en")} karma`;
  const words = trimLine(bio);
  return words === "" ? `${username}: ${figures}.` : `${[...words].slice(0, 200).join("")} (${figures})`;
}
