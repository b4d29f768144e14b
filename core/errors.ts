import { ExpectedError } from "./expected-error.ts";

function withStatus<Code extends string>(
  status: number,
  texts: Readonly<Record<Code, { readonly title: string; readonly message: string }>>,
) {
  const entries = Object.entries<(typeof texts)[Code]>(texts);
  return Object.fromEntries(entries.map(([code, text]) => [code, { status, ...text }])) as Readonly<
    Record<Code, { readonly status: number; readonly title: string; readonly message: string }>
  >;
}

/**
 * All expected errors of the site, with their status and text. Protocols with fixed codes have their own tables
 * (decision 012).
 */
export const ERRORS = {
  ...withStatus(401, {
    not_signed_in: { title: "Authentication required", message: "Please sign in to continue." },
    sign_in_to_vote: { title: "Authentication Required", message: "Please sign in to vote on posts." },
    sign_in_to_comment: { title: "Authentication Required", message: "Please sign in to comment." },
    sign_in_to_post: { title: "Authentication required", message: "Please log in to create a post" },
  }),
  ...withStatus(403, {
    step_up_required: {
      title: "Confirm it's you",
      message: "For your security, confirm it's you before making this change.",
    },
    not_author: { title: "Not allowed", message: "Only the author can change this." },
    access_denied: {
      title: "Access Denied",
      message: "You need administrator privileges to access this page.",
    },
    invitations_not_allowed: {
      title: "You can't invite people",
      message: "Only administrators can invite people to this community.",
    },
    foreign_origin: { title: "Error", message: "This request came from another site, so we blocked it." },
  }),
  ...withStatus(404, {
    post_not_found: { title: "Post Not Found", message: "This post doesn't exist or was deleted." },
    article_not_found: { title: "Article Not Found", message: "This article doesn't exist or was removed." },
    source_not_found: {
      title: "Source not found",
      message: "This news source doesn't exist or was deleted.",
    },
    comment_not_found: { title: "Comment not found", message: "This comment doesn't exist or was deleted." },
    draft_not_found: { title: "Draft not found", message: "This draft was deleted or already posted." },
    conversation_not_found: {
      title: "Conversation not found",
      message: "This conversation doesn't exist or was deleted.",
    },
    app_not_found: { title: "App not found", message: "This app doesn't exist or was deleted." },
    app_request_not_found: {
      title: "Request not found",
      message: "It has expired or was already answered. Go back to the app and try again.",
    },
    link_not_valid: { title: "Link not valid", message: "This link no longer works." },
    report_not_found: { title: "Report not found", message: "This report doesn't exist." },
    email_not_found: { title: "Error", message: "This email is no longer in the outbox." },
    member_not_found: { title: "User not found", message: "This account doesn't exist or was deleted." },
    provider_not_found: {
      title: "Provider not found",
      message: "This sign-in provider doesn't exist or was removed.",
    },
    notification_not_found: {
      title: "Notification not found",
      message: "This notification is no longer available.",
    },
    invitation_not_found: {
      title: "Invitation not found",
      message: "This invitation doesn't exist, or someone else sent it.",
    },
  }),
  ...withStatus(409, {
    already_voted: { title: "Already Voted", message: "You've already voted on this post." },
    post_locked: { title: "Post locked", message: "This post is locked. No new comments can be added." },
    already_reported: {
      title: "Already reported",
      message: "You've already reported this. An administrator will review it.",
    },
    cannot_report_own: {
      title: "You can't report your own content",
      message: "You can edit or delete it instead.",
    },
    report_decided: {
      title: "Already resolved",
      message: "Another administrator has already resolved these reports.",
    },
    target_deleted: {
      title: "Already deleted",
      message: "This was just deleted. Choose an action that doesn't change it.",
    },
    author_deleted: {
      title: "The author's account was deleted",
      message: "This account was just deleted. Choose an action that doesn't affect the author.",
    },
    last_administrator: {
      title: "You're the only administrator",
      message: "Make someone else an administrator before you delete your account.",
    },
    cannot_target_self: {
      title: "This is your account",
      message: "You can't do this to your own account. Ask another administrator.",
    },
    edit_conflict: {
      title: "The text has changed",
      message:
        "It was edited after you opened it, so we haven't saved your changes. Review the current text, then save again to replace it with yours.",
    },
    settings_changed: {
      title: "Someone else made changes",
      message: "Another administrator saved changes while you were editing. Review them, then save again.",
    },
    invitation_ended: {
      title: "Invitation ended",
      message: "This invitation was used or revoked. Create a new one.",
    },
  }),
  ...withStatus(413, {
    too_large: { title: "Error", message: "Your request is too large. Use less text or a smaller file." },
  }),
  ...withStatus(422, {
    missing_information: { title: "Missing Information", message: "Please fill in all required fields" },
    invalid_input: { title: "Error", message: "Check your input and try again." },
    too_many_links: {
      title: "Too many links",
      message: "You can't use this many links yet. Remove some and try again.",
    },
    too_many_images: {
      title: "Too many images",
      message: "You can't use this many images yet. Remove some and try again.",
    },
    too_many_mentions: {
      title: "Too many mentions",
      message: "You can't mention this many people yet. Remove some and try again.",
    },
  }),
  ...withStatus(429, {
    invitation_limit: {
      title: "No invitations left",
      message: "You've sent all your invitations for now. Try again tomorrow.",
    },
    daily_limit: {
      title: "Daily limit reached",
      message: "You've reached your 24-hour limit. Please try again later.",
    },
    too_many_requests: {
      title: "Slow down",
      message: "You're doing this too often. Please wait a moment and try again.",
    },
  }),
  ...withStatus(503, {
    database_unavailable: {
      title: "Error",
      message: "We're having trouble right now. Please try again in a moment.",
    },
  }),
  ...withStatus(504, {
    timeout: { title: "Error", message: "This request timed out. Please try again." },
  }),
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
