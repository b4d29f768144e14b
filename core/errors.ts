/**
 * All expected errors. An operation throws `new AppError(code)`; status and text are defined only here. Anything that
 * isn't an AppError is a bug and answered with a generic 500. Protocol errors of /auth/v1 have their own table in
 * core/accounts.
 */
export const ERRORS = {
  not_signed_in: { status: 401, title: "Authentication required", message: "Please sign in to continue." },
  sign_in_to_vote: {
    status: 401,
    title: "Authentication Required",
    message: "Please sign in to vote on posts.",
  },
  sign_in_to_comment: {
    status: 401,
    title: "Authentication Required",
    message: "Please sign in to comment.",
  },
  sign_in_to_post: {
    status: 401,
    title: "Authentication required",
    message: "Please log in to create a post",
  },
  missing_information: {
    status: 422,
    title: "Missing Information",
    message: "Please fill in all required fields",
  },
  already_voted: { status: 409, title: "Already Voted", message: "You've already voted on this post." },
  post_locked: {
    status: 409,
    title: "Post locked",
    message: "This post is locked. No new comments can be added.",
  },
  post_not_found: {
    status: 404,
    title: "Post Not Found",
    message: "This post does not exist or was removed.",
  },
  article_not_found: {
    status: 404,
    title: "Article Not Found",
    message: "This article does not exist or was removed.",
  },
  source_not_found: {
    status: 404,
    title: "Source not found",
    message: "This news source does not exist or was removed.",
  },
  comment_not_found: {
    status: 404,
    title: "Comment not found",
    message: "This comment does not exist or was removed.",
  },
  draft_not_found: {
    status: 404,
    title: "Draft not found",
    message: "This draft was deleted or already posted.",
  },
  already_reported: {
    status: 409,
    title: "Already Reported",
    message: "You've already reported this. An administrator will look at it.",
  },
  own_report: {
    status: 409,
    title: "This is yours",
    message: "You can edit or delete your own content.",
  },
  report_not_found: { status: 404, title: "Report not found", message: "This report does not exist." },
  report_decided: {
    status: 409,
    title: "Already decided",
    message: "Another administrator has already decided these reports.",
  },
  reported_gone: {
    status: 409,
    title: "Already deleted",
    message: "This has been deleted in the meantime. Choose a decision that doesn't change it.",
  },
  author_gone: {
    status: 409,
    title: "The author was deleted",
    message:
      "This account has been deleted in the meantime. Choose a decision that doesn't affect the author.",
  },
  mail_not_found: { status: 404, title: "Error", message: "This email is no longer in the outbox." },
  last_administrator: {
    status: 409,
    title: "You're the only administrator",
    message: "Make someone else an administrator before you delete your account.",
  },
  sign_in_again: {
    status: 403,
    title: "Confirm it's you",
    message: "You signed in more than ten minutes ago. Confirm it's you to continue.",
  },
  member_not_found: {
    status: 404,
    title: "User not found",
    message: "This account does not exist or was deleted.",
  },
  not_yourself: {
    status: 409,
    title: "This is you",
    message: "You can't do this to your own account. Ask another administrator.",
  },
  not_yours: { status: 403, title: "Not allowed", message: "Only the author can change this." },
  settings_changed: {
    status: 409,
    title: "Changed in the meantime",
    message: "Another administrator saved changes in the meantime. Review them, then save again.",
  },
  notification_not_found: {
    status: 404,
    title: "Notification not found",
    message: "This notification was withdrawn or has expired.",
  },
  access_denied: {
    status: 403,
    title: "Access Denied",
    message: "You need administrator privileges to access this page.",
  },
  invalid_input: { status: 422, title: "Error", message: "Some of your input isn't valid." },
  foreign_origin: {
    status: 403,
    title: "Error",
    message: "This request came from another site and was refused.",
  },
  too_many_links: {
    status: 422,
    title: "Too many links",
    message: "You can't use this many links yet.",
  },
  too_many_pictures: {
    status: 422,
    title: "Too many pictures",
    message: "You can't use this many pictures yet.",
  },
  too_many_mentions: {
    status: 422,
    title: "Too many mentions",
    message: "You can't mention this many people yet.",
  },
  daily_limit: {
    status: 429,
    title: "Daily limit reached",
    message: "You've reached your limit for 24 hours. Please try again later.",
  },
  too_large: { status: 413, title: "Error", message: "Your request is too large." },
  too_many_requests: {
    status: 429,
    title: "Slow down",
    message: "You're doing this too often. Please wait a moment and try again.",
  },
  timeout: { status: 504, title: "Error", message: "This took too long and was stopped. Please try again." },
  database_unavailable: {
    status: 503,
    title: "Error",
    message: "The database cannot be reached right now. Please try again in a moment.",
  },
} as const satisfies Record<string, { status: number; title: string; message: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** An expected error. `fields` maps invalid form fields to the messages shown next to them. */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly code: ErrorCode;
  readonly status: number;
  readonly title: string;
  readonly fields: Readonly<Record<string, string>> | undefined;

  constructor(
    code: ErrorCode,
    options: { message?: string; fields?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(options.message ?? ERRORS[code].message, { cause: options.cause });
    this.code = code;
    this.status = ERRORS[code].status;
    this.title = ERRORS[code].title;
    this.fields = options.fields;
  }
}
