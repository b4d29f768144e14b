import type { PostCategory } from "#core/forum/categories.ts";
import type { NewsCategory } from "#core/news/categories.ts";

/** The best of a week, as its letter tells it. */
export interface Digest {
  /** The Monday on which it goes out, YYYY-MM-DD. */
  readonly week: string;
  readonly posts: readonly DigestPost[];
  readonly stories: readonly DigestStory[];
}

export interface DigestPost {
  readonly id: string;
  readonly title: string;
  readonly category: PostCategory;
  readonly author: string;
  /** Upvotes minus downvotes. */
  readonly score: number;
  readonly commentCount: number;
}

export interface DigestStory {
  readonly id: string;
  readonly title: string;
  readonly category: NewsCategory;
  readonly source: string;
}

/** How many of each an issue tells of at most. */
export const DIGEST_POSTS = 7;
export const DIGEST_STORIES = 5;

/** A member's own subscription: "waiting" until the link of the mail is followed. */
export type OwnSubscription =
  | { readonly state: "none" }
  | { readonly state: "waiting" | "subscribed"; readonly email: string };

/** What a mailed link is good for; null when it is not, or not any more. */
export type LinkGood = { readonly email: string } | null;

/** What administrators see. Times are RFC 3339 in UTC. */
export interface NewsletterOverview {
  readonly confirmed: number;
  readonly waiting: number;
  readonly sendsMails: boolean;
  readonly nextAt: string;
  /** What the next issue would tell if it went out now; null when that is nothing. */
  readonly preview: NewsletterPreview | null;
  /** The newest first. */
  readonly issues: readonly PastIssue[];
}

export interface NewsletterPreview {
  readonly subject: string;
  readonly text: string;
  readonly digest: Digest;
}

export interface PastIssue {
  readonly week: string;
  readonly recipients: number;
  readonly posts: number;
  readonly stories: number;
  readonly isFinished: boolean;
}
