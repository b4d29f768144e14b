import type { Author } from "#core/forum/types.ts";
import type { Reason, ReportAction, ReportedKind } from "./kinds.ts";

/** What the reports' operations give to screens. Times are RFC 3339 in UTC. */

/** Something that the viewer is about to report. */
export interface Reportable {
  readonly kind: ReportedKind;
  readonly id: string;
  /** A post's title; of a comment the title of its post; a member's name. */
  readonly name: string;
  /** Where it stands. */
  readonly path: string;
  readonly isOwn: boolean;
  readonly isReported: boolean;
}

export interface ReportGroup {
  readonly id: string;
  readonly kind: ReportedKind;
  readonly name: string;
  /** Null once the author is forgotten. */
  readonly author: Author | null;
  /** How often each reason was given; those that were not are left out. */
  readonly reasons: Readonly<Partial<Record<Reason, number>>>;
  readonly reportCount: number;
  readonly firstReportedAt: string;
  readonly lastReportedAt: string;
  readonly outcome: ReportOutcome | null;
}

export interface ReportOutcome {
  readonly action: ReportAction;
  /** Whether the thing was taken away beside a warning or a suspension. */
  readonly alsoRemoved: boolean;
  readonly conclusion: string;
  readonly decidedAt: string;
  readonly decidedBy: string;
}

export interface ReportPage {
  readonly groups: readonly ReportGroup[];
  readonly nextCursor: string | null;
}

/** A group with everything that a decision needs. */
export interface ReportReview extends ReportGroup {
  readonly thing: ReportedThing | null;
  /** As it was when it was first reported, where that differs from what stands there now; else null. */
  readonly wordsThen: string | null;
  readonly record: AuthorRecord | null;
  /** The newest; `reportCount` says how many there are in all. */
  readonly reports: readonly OneReport[];
  /** Of the same thing, decided before; the newest first. */
  readonly earlier: readonly ReportOutcome[];
}

export interface ReportedThing {
  readonly path: string;
  /** Of a post; empty for others. */
  readonly title: string;
  /** Markdown, or a bio's plain text. */
  readonly content: string;
  /** Safe HTML of Markdown; null for a bio. */
  readonly contentHtml: string | null;
  /** The post that a comment stands below. */
  readonly thread: { readonly title: string; readonly path: string } | null;
  readonly avatarUrl: string | null;
  readonly createdAt: string;
  readonly editedAt: string | null;
  /** Deleted since, by its author or another administrator. */
  readonly isGone: boolean;
}

export interface AuthorRecord {
  readonly id: string;
  readonly username: string;
  readonly role: "user" | "admin";
  readonly joinDate: string;
  readonly karma: number;
  readonly postCount: number;
  readonly commentCount: number;
  /** Groups of reports on what this member wrote, by how they ended. */
  readonly upheld: number;
  readonly dismissed: number;
  readonly warnings: number;
  readonly isSuspended: boolean;
}

export interface OneReport {
  readonly id: string;
  readonly reason: Reason;
  readonly text: string;
  readonly createdAt: string;
  /** Null once the reporter is forgotten. */
  readonly reporter: string | null;
}
