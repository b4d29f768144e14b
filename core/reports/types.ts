import type { Author } from "#core/forum/types.ts";
import type { Reason, ReportAction, ReportableKind } from "./kinds.ts";

/** Data that the reports module returns to screens. Times are RFC 3339 in UTC. */

export interface ReportableTarget {
  readonly kind: ReportableKind;
  readonly id: string;
  /** The title of the post or of the comment's post, or the member's name. */
  readonly name: string;
  readonly path: string;
  readonly isOwn: boolean;
  readonly isReportedByViewer: boolean;
}

export interface ReportGroup {
  readonly id: string;
  readonly kind: ReportableKind;
  readonly name: string;
  /** Null if the author's account was deleted. */
  readonly author: Author | null;
  readonly reasons: Readonly<Partial<Record<Reason, number>>>;
  readonly reportCount: number;
  readonly firstReportedAt: string;
  readonly lastReportedAt: string;
  readonly outcome: ReportOutcome | null;
}

export interface ReportOutcome {
  readonly action: ReportAction;
  /** Whether the target was removed in addition to a warning or suspension. */
  readonly alsoRemoved: boolean;
  readonly conclusion: string;
  readonly decidedAt: string;
  readonly decidedBy: string;
}

export interface ReportPage {
  readonly groups: readonly ReportGroup[];
  readonly nextCursor: string | null;
}

export interface ReportReview extends ReportGroup {
  readonly target: ReportTarget | null;
  /** The text at the time of the first report; null if it hasn't changed since. */
  readonly originalText: string | null;
  readonly record: AuthorRecord | null;
  /** The latest reports; `reportCount` is the total. */
  readonly reports: readonly ReportDetails[];
  readonly pastOutcomes: readonly ReportOutcome[];
}

export interface ReportTarget {
  readonly path: string;
  /** Only for posts; otherwise empty. */
  readonly title: string;
  /** Markdown, or plain text for a bio. */
  readonly content: string;
  /** Sanitized HTML; null for a bio. */
  readonly contentHtml: string | null;
  /** For a comment, its post; otherwise null. */
  readonly thread: { readonly title: string; readonly path: string } | null;
  readonly avatarUrl: string | null;
  readonly createdAt: string;
  readonly editedAt: string | null;
  readonly isDeleted: boolean;
}

export interface AuthorRecord {
  readonly id: string;
  readonly username: string;
  readonly role: "user" | "admin";
  readonly joinDate: string;
  readonly karma: number;
  readonly postCount: number;
  readonly commentCount: number;
  /** The number of decided report groups about this member's content, by outcome. */
  readonly upheldCount: number;
  readonly dismissedCount: number;
  readonly warningCount: number;
  readonly isSuspended: boolean;
}

export interface ReportDetails {
  readonly id: string;
  readonly reason: Reason;
  readonly text: string;
  readonly createdAt: string;
  /** Null if the reporter's account was deleted. */
  readonly reporter: string | null;
}
