import type { PostCategory } from "#core/forum/categories.ts";
import type * as cast from "./posts/cast.ts";

/** The username of a demo member. `DEMO_MEMBERS` in members.ts has the members' details. */
export type MemberName = (typeof cast)[keyof typeof cast];

export interface DemoMember {
  readonly username: MemberName;
  readonly email: string;
  readonly bio: string;
  readonly isVerified: boolean;
  /** Days before the site's first start. */
  readonly joinedDaysAgo: number;
}

export interface DemoComment {
  readonly author: MemberName;
  /** Hours after the post. A reply is later than its parent. */
  readonly hoursAfter: number;
  /** Markdown, rarely over 1,500 characters. */
  readonly text: string;
  /** Members who voted on it: each at most once, and never the author. */
  readonly upvoters?: readonly MemberName[];
  readonly downvoters?: readonly MemberName[];
  readonly replies?: readonly DemoComment[];
}

export interface DemoPost {
  readonly author: MemberName;
  readonly category: PostCategory;
  /** At most 200 characters. */
  readonly title: string;
  /** At most five, in lower case. */
  readonly tags: readonly string[];
  /** Hours before the site's first start: 0.3 to 2160 (three months). */
  readonly hoursAgo: number;
  /** Markdown, at most 5000 characters. */
  readonly content: string;
  readonly isPinned?: boolean;
  readonly isLocked?: boolean;
  readonly upvoters?: readonly MemberName[];
  readonly downvoters?: readonly MemberName[];
  readonly comments?: readonly DemoComment[];
}
