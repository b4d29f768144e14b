import type { PostCategory } from "#core/forum/categories.ts";
import type * as cast from "./posts/cast.ts";

/** The demo members; `MEMBERS` in members.ts has their details. */
export type MemberName = (typeof cast)[keyof typeof cast];

export interface DemoMember {
  readonly username: MemberName;
  readonly email: string;
  readonly bio: string;
  readonly isVerified: boolean;
  /** How many days before the first start they joined. */
  readonly joinedDaysAgo: number;
}

export interface DemoComment {
  readonly author: MemberName;
  /** Hours after the post. A reply is later than its parent. */
  readonly hoursAfter: number;
  /** Markdown, rarely over 1,500 characters. */
  readonly text: string;
  /** Members who vote on it: no one twice, and not the author. */
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
  /** How many hours before the first start it was posted: 0.3 to 2160 (three months). */
  readonly hoursAgo: number;
  /** Markdown, at most 5000 characters. */
  readonly content: string;
  readonly isPinned?: boolean;
  readonly isLocked?: boolean;
  readonly upvoters?: readonly MemberName[];
  readonly downvoters?: readonly MemberName[];
  readonly comments?: readonly DemoComment[];
}
