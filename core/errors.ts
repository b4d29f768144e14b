import { ExpectedError } from "./expected-error.ts";

/**
 * All expected errors of the site. An operation throws `new AppError(code)`; status and text are defined only
 * here. Protocols with fixed codes have their own tables (decision 012).
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
    message: "This post doesn't exist or was deleted.",
  },
  article_not_found: {
    status: 404,
    title: "Article Not Found",
    message: "This article doesn't exist or was removed.",
  },
  source_not_found: {
    status: 404,
    title: "Source not found",
    message: "This news source doesn't exist or was deleted.",
  },
  comment_not_found: {
    status: 404,
    title: "Comment not found",
    message: "This comment doesn't exist or was deleted.",
  },
  draft_not_found: {
    status: 404,
    title: "Draft not found",
    message: "This draft was deleted or already posted.",
  },
  conversation_not_found: {
    status: 404,
    title: "Conversation not found",
    message: "This conversation doesn't exist or was deleted.",
  },
  already_reported: {
    status: 409,
    title: "Already reported",
    message: "You've already reported this. An administrator will review it.",
  },
  cannot_report_own: {
    status: 409,
    title: "You can't report your own content",
    message: "You can edit or delete it instead.",
  },
  app_not_found: { status: 404, title: "App not found", message: "This app doesn't exist or was deleted." },
  app_request_not_found: {
    status: 404,
    title: "Request not found",
    message: "It has expired or was already answered. Go back to the app and try again.",
  },
  report_not_found: { status: 404, title: "Report not found", message: "This report doesn't exist." },
  report_decided: {
    status: 409,
    title: "Already resolved",
    message: "Another administrator has already resolved these reports.",
  },
  target_deleted: {
    status: 409,
    title: "Already deleted",
    message: "This was just deleted. Choose an action that doesn't change it.",
  },
  author_deleted: {
    status: 409,
    title: "The author's account was deleted",
    message: "This account was just deleted. Choose an action that doesn't affect the author.",
  },
  email_not_found: { status: 404, title: "Error", message: "This email is no longer in the outbox." },
  last_administrator: {
    status: 409,
    title: "You're the only administrator",
    message: "Make someone else an administrator before you delete your account.",
  },
  step_up_required: {
    status: 403,
    title: "Confirm it's you",
    message: "For your security, confirm it's you before making this change.",
  },
  member_not_found: {
    status: 404,
    title: "User not found",
    message: "This account doesn't exist or was deleted.",
  },
  cannot_target_self: {
    status: 409,
    title: "This is your account",
    message: "You can't do this to your own account. Ask another administrator.",
  },
  not_author: { status: 403, title: "Not allowed", message: "Only the author can change this." },
  edit_conflict: {
    status: 409,
    title: "The text has changed",
    message:
      "It was edited after you opened it, so we haven't saved your changes. Review the current text, then save again to replace it with yours.",
  },
  settings_changed: {
    status: 409,
    title: "Someone else made changes",
    message: "Another administrator saved changes while you were editing. Review them, then save again.",
  },
  provider_not_found: {
    status: 404,
    title: "Provider not found",
    message: "This sign-in provider doesn't exist or was removed.",
  },
  notification_not_found: {
    status: 404,
    title: "Notification not found",
    message: "This notification is no longer available.",
  },
  access_denied: {
    status: 403,
    title: "Access Denied",
    message: "You need administrator privileges to access this page.",
  },
  invitations_not_allowed: {
    status: 403,
    title: "You can't invite people",
    message: "Only administrators can invite people to this community.",
  },
  invitation_limit: {
    status: 429,
    title: "No invitations left",
    message: "You've sent all your invitations for now. Try again tomorrow.",
  },
  invitation_not_found: {
    status: 404,
    title: "Invitation not found",
    message: "This invitation doesn't exist, or someone else sent it.",
  },
  invitation_ended: {
    status: 409,
    title: "Invitation ended",
    message: "This invitation was used or revoked. Create a new one.",
  },
  invalid_input: { status: 422, title: "Error", message: "Check your input and try again." },
  foreign_origin: {
    status: 403,
    title: "Error",
    message: "This request came from another site, so we blocked it.",
  },
  too_many_links: {
    status: 422,
    title: "Too many links",
    message: "You can't use this many links yet. Remove some and try again.",
  },
  too_many_images: {
    status: 422,
    title: "Too many images",
    message: "You can't use this many images yet. Remove some and try again.",
  },
  too_many_mentions: {
    status: 422,
    title: "Too many mentions",
    message: "You can't mention this many people yet. Remove some and try again.",
  },
  daily_limit: {
    status: 429,
    title: "Daily limit reached",
    message: "You've reached your 24-hour limit. Please try again later.",
  },
  too_large: {
    status: 413,
    title: "Error",
    message: "Your request is too large. Use less text or a smaller file.",
  },
  too_many_requests: {
    status: 429,
    title: "Slow down",
    message: "You're doing this too often. Please wait a moment and try again.",
  },
  timeout: { status: 504, title: "Error", message: "This request timed out. Please try again." },
  database_unavailable: {
    status: 503,
    title: "Error",
    message: "We're having trouble right now. Please try again in a moment.",
  },
} as const satisfies Record<string, { status: number; title: string; message: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** Explains that content is too long, with its length and the limit. */
export function describeTooLong(length: number, limit: number): string {
  const [max, given] = [limit, length].map((count) => count.toLocaleString("en"));
  return `Enter at most ${max} characters. This text has ${given}.`;
}

/**
 * Explains that a request is too large, with its size (rounded up) and the limit. `bytes` is null if the size
 * isn't known.
 */
export function describeTooLarge(bytes: number | null, limitBytes: number): string {
  const format = (tenths: number) => `${(tenths / 10).toLocaleString("en")} MB`;
  const toTenths = (count: number) => (10 * count) / 1_048_576;
  const size =
    bytes === null ? "larger than the limit of" : `${format(Math.ceil(toTenths(bytes)))}; the limit is`;
  return `Your request is ${size} ${format(Math.round(toTenths(limitBytes)))}. Use less text or a smaller file.`;
}

/** An expected error of the site. `fields` maps invalid form fields to the messages shown next to them. */
export class AppError extends ExpectedError<ErrorCode> {
  override readonly name = "AppError";
  readonly title: string;
  readonly fields: Readonly<Record<string, string>> | undefined;

  constructor(
    code: ErrorCode,
    { message, fields, cause }: { message?: string; fields?: Record<string, string>; cause?: unknown } = {},
  ) {
    const entry = ERRORS[code];
    super(code, { status: entry.status, message: message ?? entry.message }, cause);
    this.title = entry.title;
    this.fields = fields;
  }
}
