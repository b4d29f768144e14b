import type { PostCategory } from "#core/forum/categories.ts";
import type { NewsCategory } from "#core/news/categories.ts";

/** A week's top posts and articles. */
export interface Digest {
  /** The Monday of the issue, YYYY-MM-DD. */
  readonly week: string;
  readonly posts: readonly DigestPost[];
  readonly articles: readonly DigestArticle[];
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

export interface DigestArticle {
  readonly id: string;
  readonly title: string;
  readonly category: NewsCategory;
  readonly source: string;
}

export const DIGEST_POSTS_MAX = 7;
export const DIGEST_ARTICLES_MAX = 5;

/** "pending" until the link in the confirmation email is followed. */
export type OwnSubscription =
  | { readonly state: "none" }
  | { readonly state: "pending" | "confirmed"; readonly email: string };

/**
 * The email address that an emailed link belongs to; null if the link is invalid or expired, or if its subscription no
 * longer exists.
 */
export type EmailedLink = { readonly email: string } | null;

/** For administrators. Times are RFC 3339 in UTC. */
export interface NewsletterOverview {
  readonly confirmedCount: number;
  readonly pendingCount: number;
  readonly isEmailConfigured: boolean;
  readonly nextIssueAt: string;
  /** The issue that would be sent now; null if there is nothing to send. */
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
  readonly recipientCount: number;
  readonly postCount: number;
  readonly articleCount: number;
  readonly isFinished: boolean;
}
