import { ExpectedError } from "./expected-error.ts";

const error = (status: number, title: string, message: string) => ({ status, title, message });

/**
 * All of the site's expected errors, with their status and text. Protocols with fixed codes have their own tables
 * (decision 012).
 */
export const ERRORS = {
  not_signed_in: error(401, "Authentication required", "Please sign in to continue."),
  sign_in_to_vote: error(401, "Authentication Required", "Please sign in to vote on posts."),
  sign_in_to_comment: error(401, "Authentication Required", "Please sign in to comment."),
  sign_in_to_post: error(401, "Authentication required", "Please log in to create a post"),
  step_up_required: error(
    403,
    "Confirm it's you",
    "For your security, confirm it's you before you continue.",
  ),
  not_author: error(403, "Not allowed", "Only the author can change this."),
  access_denied: error(403, "Access Denied", "You need administrator privileges to access this page."),
  invitations_not_allowed: error(
    403,
    "You can't invite people",
    "Only administrators can invite people to this community.",
  ),
  foreign_origin: error(403, "Error", "This request came from another site, so we blocked it."),
  post_not_found: error(404, "Post Not Found", "This post doesn't exist or was deleted."),
  article_not_found: error(404, "Article Not Found", "This article doesn't exist or was removed."),
  source_not_found: error(404, "Source not found", "This news source doesn't exist or was deleted."),
  comment_not_found: error(404, "Comment not found", "This comment doesn't exist or was deleted."),
  draft_not_found: error(404, "Draft not found", "This draft was deleted or already posted."),
  conversation_not_found: error(
    404,
    "Conversation not found",
    "This conversation doesn't exist or was deleted.",
  ),
  app_not_found: error(404, "App not found", "This app doesn't exist or was deleted."),
  app_request_not_found: error(
    404,
    "Request not found",
    "It has expired or was already answered. Go back to the app and try again.",
  ),
  link_not_valid: error(404, "Link not valid", "This link no longer works."),
  report_not_found: error(404, "Report not found", "This report doesn't exist."),
  email_not_found: error(404, "Error", "This message is no longer in the outbox."),
  member_not_found: error(404, "Account not found", "This account doesn't exist or was deleted."),
  provider_not_found: error(404, "Provider not found", "This sign-in provider doesn't exist or was removed."),
  notification_not_found: error(404, "Notification not found", "This notification is no longer available."),
  invitation_not_found: error(
    404,
    "Invitation not found",
    "This invitation doesn't exist, or someone else sent it.",
  ),
  already_voted: error(409, "Already Voted", "You've already voted on this post."),
  post_locked: error(409, "Post locked", "This post is locked. No new comments can be added."),
  already_reported: error(
    409,
    "Already reported",
    "You've already reported this. You can't report it again.",
  ),
  cannot_report_own: error(409, "You can't report your own content", "You can edit or delete it instead."),
  report_decided: error(409, "Already resolved", "Another administrator has already resolved these reports."),
  target_deleted: error(
    409,
    "Already deleted",
    "This was just deleted. Choose an action that doesn't change it.",
  ),
  author_deleted: error(
    409,
    "The author's account was deleted",
    "This account was just deleted. Choose an action that doesn't affect the author.",
  ),
  last_administrator: error(
    409,
    "You're the only administrator",
    "Make someone else an administrator before you delete your account.",
  ),
  cannot_target_self: error(
    409,
    "This is your account",
    "You can't do this to your own account. Ask another administrator.",
  ),
  edit_conflict: error(
    409,
    "The text has changed",
    "It was edited after you opened it, so we haven't saved your changes. Review the current text, then save again to replace it with yours.",
  ),
  settings_changed: error(
    409,
    "Someone else made changes",
    "Another administrator saved changes while you were editing. Review them, then save again.",
  ),
  invitation_ended: error(
    409,
    "Invitation no longer valid",
    "This invitation was used or revoked. Create a new one.",
  ),
  too_large: error(413, "Error", "Your request is too large. Use less text or a smaller file."),
  missing_information: error(422, "Missing Information", "Please fill in all required fields"),
  invalid_input: error(422, "Error", "Check your input and try again."),
  too_many_links: error(
    422,
    "Too many links",
    "You can't use this many links yet. Remove some and try again.",
  ),
  too_many_images: error(
    422,
    "Too many images",
    "You can't use this many images yet. Remove some and try again.",
  ),
  too_many_mentions: error(
    422,
    "Too many mentions",
    "You can't mention this many people yet. Remove some and try again.",
  ),
  invitation_limit: error(
    429,
    "No invitations left",
    "You've sent all your invitations for now. Try again tomorrow.",
  ),
  daily_limit: error(
    429,
    "Daily limit reached",
    "You've reached your 24-hour limit. Please try again later.",
  ),
  too_many_requests: error(
    429,
    "Slow down",
    "You're doing this too often. Please wait a moment and try again.",
  ),
  database_unavailable: error(503, "Error", "We're having trouble right now. Please try again in a moment."),
  timeout: error(504, "Error", "This request timed out. Please try again."),
};

export type ErrorCode = keyof typeof ERRORS;

export function describeTooLong(length: number, limit: number): string {
  const [max, given] = [limit, length].map((count) => count.toLocaleString("en"));
  return `Enter at most ${max} characters. This text has ${given}.`;
}

/** Explains the size limit of a request. `bytes` is shown rounded up; null if the size isn't known. */
export function describeTooLarge(bytes: number | null, limitBytes: number): string {
  const format = (tenths: number) => `${(tenths / 10).toLocaleString("en")} MB`;
  const toTenths = (count: number) => (10 * count) / 1_048_576;
  const size =
    bytes === null ? "larger than the limit of" : `${format(Math.ceil(toTenths(bytes)))}; the limit is`;
  return `Your request is ${size} ${format(Math.round(toTenths(limitBytes)))}. Use less text or a smaller file.`;
}

/** The currently saved text and its version, if they have changed since the user started editing. */
export interface EditConflict {
  readonly version: string;
  readonly text: string;
}

interface AppErrorOptions {
  readonly message?: string;
  readonly fieldErrors?: Readonly<Record<string, string>>;
  readonly conflict?: EditConflict;
  readonly cause?: unknown;
}

/** One of the site's expected errors. `fieldErrors` maps invalid form fields to the messages shown next to them. */
export class AppError extends ExpectedError<ErrorCode> {
  override readonly name = "AppError";
  readonly title: string;
  readonly fieldErrors: Readonly<Record<string, string>> | undefined;
  /** Only for edit_conflict. */
  readonly conflict: EditConflict | undefined;

  constructor(code: ErrorCode, { message, fieldErrors, conflict, cause }: AppErrorOptions = {}) {
    const entry = ERRORS[code];
    super(code, { status: entry.status, message: message ?? entry.message }, cause);
    this.title = entry.title;
    this.fieldErrors = fieldErrors;
    this.conflict = conflict;
  }
}
