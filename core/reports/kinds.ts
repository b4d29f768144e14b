/** The kinds of content that can be reported, and the reasons (specification, /admin, tab Reports). */
export const REPORTABLE_KINDS = ["post", "comment", "profile"] as const;
export type ReportableKind = (typeof REPORTABLE_KINDS)[number];

export const REASONS = {
  spam: "Spam",
  harassment: "Harassment",
  misinformation: "Misinformation",
  other: "Other",
} as const;
export type Reason = keyof typeof REASONS;

export const REASON_HINTS: Readonly<Record<Reason, string>> = {
  spam: "Advertising, scams or repetitive content",
  harassment: "Insults, threats, hate or private information",
  misinformation: "False information presented as fact",
  other: "Describe the problem below",
};

/** In characters. */
export const REPORT_TEXT_MAX = 500;
export const REPORTS_PER_DAY = 20;

export const REPORT_ACTIONS = ["dismiss", "edit", "remove", "warn", "suspend"] as const;
export type ReportAction = (typeof REPORT_ACTIONS)[number];

export const ACTION_LABELS: Readonly<Record<ReportAction, string>> = {
  dismiss: "Dismissed",
  edit: "Edited",
  remove: "Content deleted",
  warn: "Author warned",
  suspend: "Author suspended",
};

export const isReportableKind = (input: unknown): input is ReportableKind =>
  REPORTABLE_KINDS.some((kind) => kind === input);
export const isReason = (input: unknown): input is Reason =>
  typeof input === "string" && Object.hasOwn(REASONS, input);
export const isReportAction = (input: unknown): input is ReportAction =>
  REPORT_ACTIONS.some((action) => action === input);
