/**
 * The closed table of everything that can be refused. An operation throws `new AppError(code)`;
 * status and words come from here and nowhere else. Anything that is not an AppError is a bug and is
 * answered with a general 500. Protocol errors of /auth/v1 have a table of their own in core/accounts.
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
    message: "You have reported this before. Once is enough: an administrator looks at it.",
  },
  own_report: {
    status: 409,
    title: "This is your own",
    message: "What is your own you can edit or delete yourself.",
  },
  report_not_found: { status: 404, title: "Report not found", message: "There is no such report." },
  report_decided: {
    status: 409,
    title: "Already decided",
    message: "Another administrator decided these reports meanwhile.",
  },
  reported_gone: {
    status: 409,
    title: "It is gone",
    message: "This was deleted meanwhile. Choose a decision that does not change it.",
  },
  author_gone: {
    status: 409,
    title: "The author is gone",
    message: "This account was deleted meanwhile. Choose a decision that is not about its member.",
  },
  mail_not_found: { status: 404, title: "Error", message: "This email is no longer in the outbox." },
  last_administrator: {
    status: 409,
    title: "You are the only administrator",
    message: "Make somebody else an administrator first, then delete your account.",
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
    message: "Nobody does this to their own account here. Ask another administrator.",
  },
  not_yours: { status: 403, title: "Not allowed", message: "Only its author can change this." },
  settings_changed: {
    status: 409,
    title: "Changed meanwhile",
    message: "Another administrator saved this meanwhile. Look at what is there now, then save again.",
  },
  notification_not_found: {
    status: 404,
    title: "Notification not found",
    message: "This notification was taken back or is older than we keep them.",
  },
  access_denied: {
    status: 403,
    title: "Access Denied",
    message: "You need administrator privileges to access this page.",
  },
  invalid_input: { status: 422, title: "Error", message: "Some of what was sent cannot be accepted." },
  foreign_origin: {
    status: 403,
    title: "Error",
    message: "This request came from another site and was refused.",
  },
  too_many_links: {
    status: 422,
    title: "Too many links",
    message: "This has more links than you may use yet.",
  },
  too_many_pictures: {
    status: 422,
    title: "Too many pictures",
    message: "This has more pictures than you may use yet.",
  },
  too_many_mentions: {
    status: 422,
    title: "Too many mentions",
    message: "This names more people than you may yet.",
  },
  daily_limit: {
    status: 429,
    title: "Enough for today",
    message: "You have published as much as you may within 24 hours.",
  },
  too_large: { status: 413, title: "Error", message: "Your request is too large." },
  too_many_requests: {
    status: 429,
    title: "Slow down",
    message: "You are doing this too often. Please wait a moment and try again.",
  },
  timeout: { status: 504, title: "Error", message: "This took too long and was stopped. Please try again." },
  database_unavailable: {
    status: 503,
    title: "Error",
    message: "The database cannot be reached right now. Please try again in a moment.",
  },
} as const satisfies Record<string, { status: number; title: string; message: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** An expected refusal. `fields` names the form fields that were wrong, with the sentence to show beside each. */
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
