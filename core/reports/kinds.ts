/** What can be reported, and for what (specification, /admin, tab Reports). */
export const REPORTED_KINDS = ["post", "comment", "profile"] as const;
export type ReportedKind = (typeof REPORTED_KINDS)[number];

export const REASONS = {
  spam: "Spam",
  harassment: "Harassment",
  misinformation: "Misinformation",
  other: "Other",
} as const;
export type Reason = keyof typeof REASONS;

/** What a reason means, beside its name. */
export const REASON_HINTS: Readonly<Record<Reason, string>> = {
  spam: "Advertising, scams, the same thing again and again",
  harassment: "Insults, threats, hate, private details of somebody",
  misinformation: "Presented as fact, and false",
  other: "Say below what is wrong",
};

/** Of a report's own words, in characters. */
export const REPORT_TEXT_MAX = 500;
/** Reports of one member within a day. */
export const REPORTS_A_DAY = 20;

/** How an administrator decides. */
export const ACTIONS = ["dismiss", "edit", "remove", "warn", "suspend"] as const;
export type ReportAction = (typeof ACTIONS)[number];

/** What an action is called where it was taken. */
export const ACTION_WORDS: Readonly<Record<ReportAction, string>> = {
  dismiss: "Dismissed",
  edit: "Edited",
  remove: "Removed",
  warn: "Author warned",
  suspend: "Author suspended",
};

export const isReportedKind = (given: unknown): given is ReportedKind =>
  REPORTED_KINDS.some((kind) => kind === given);
export const isReason = (given: unknown): given is Reason =>
  typeof given === "string" && Object.hasOwn(REASONS, given);
export const isReportAction = (given: unknown): given is ReportAction =>
  ACTIONS.some((action) => action === given);
