import type { PostCategory } from "#core/forum/categories.ts";
import type { NewsCategory } from "#core/news/categories.ts";

/** The best of a week. */
export interface Digest {
  /** The Monday of the issue, YYYY-MM-DD. */
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

/** At most this many per issue. */
export const DIGEST_POSTS = 7;
export const DIGEST_STORIES = 5;

/** "waiting" until the link in the confirmation email is followed. */
export type OwnSubscription =
  | { readonly state: "none" }
  | { readonly state: "waiting" | "subscribed"; readonly email: string };

/** The address behind a valid link; null if the link is invalid or expired. */
export type LinkTarget = { readonly email: string } | null;

/** For administrators. Times are RFC 3339 in UTC. */
export interface NewsletterOverview {
  readonly confirmed: number;
  readonly waiting: number;
  readonly sendsEmail: boolean;
  readonly nextAt: string;
  /** The next issue if it were sent now; null if there is nothing to send. */
  readonly preview: NewsletterPreview | null;
  /** Newest first. */
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
