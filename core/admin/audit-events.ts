/** The kinds of targets that admin actions have. Every entry of the audit log has a target of one of these kinds. */
export const TARGET_KINDS = [
  "member",
  "post",
  "comment",
  "article",
  "source",
  "report",
  "setting",
  "provider",
  "newsletter",
  "app",
  "invitation",
] as const;
export type TargetKind = (typeof TARGET_KINDS)[number];

/** Admin actions, with their text in the log. The target follows the text unless the text contains "{target}". */
export const ADMIN_ACTIONS = {
  "member.create": "created an account for",
  "member.link": "created a sign-in link for",
  "member.edit": "edited the profile of",
  "member.role": "changed the role of",
  "member.email": "changed the email of",
  "member.verify": "changed the Verified badge of",
  "member.suspend": "suspended",
  "member.unsuspend": "ended the suspension of",
  "member.sign-out": "ended all sessions of",
  "member.reset-factors": "reset two-factor authentication for",
  "member.note": "added a note to",
  "member.warn": "warned",
  "member.delete": "deleted the account of",
  "post.pin": "pinned",
  "post.unpin": "unpinned",
  "post.lock": "locked",
  "post.unlock": "unlocked",
  "post.move": "moved",
  "post.edit": "edited",
  "post.delete": "deleted",
  "post.restore": "restored",
  "comment.edit": "edited a comment on",
  "comment.delete": "deleted a comment on",
  "comment.restore": "restored a comment on",
  "article.edit": "edited",
  "article.hide": "hid",
  "article.show": "unhid",
  "article.flash": "marked {target} as flash news",
  "article.unflash": "removed {target} from flash news",
  "article.delete": "deleted",
  "source.add": "added the source",
  "source.edit": "edited the source",
  "source.pause": "paused the source",
  "source.resume": "resumed the source",
  "source.fetch": "fetched the source",
  "source.delete": "deleted the source",
  "report.dismiss": "dismissed the reports on",
  "report.act": "resolved the reports on",
  "setting.change": "changed the setting",
  "setting.remove-demo": "removed",
  "provider.add": "added the sign-in provider",
  "provider.edit": "edited the sign-in provider",
  "provider.enable": "turned on the sign-in provider",
  "provider.disable": "turned off the sign-in provider",
  "provider.remove": "removed the sign-in provider",
  "app.create": "registered the app",
  "app.edit": "edited the app",
  "app.secret": "replaced the secret of the app",
  "app.delete": "deleted the app",
  "newsletter.sample": "requested a test email of",
  "invitation.create": "created the invitation",
  "invitation.renew": "renewed the invitation",
  "invitation.revoke": "revoked the invitation",
} as const satisfies Record<`${TargetKind}.${string}`, string>;
export type AdminActionName = keyof typeof ADMIN_ACTIONS;

export interface AuditEvent {
  /** Digits; newer events have greater IDs. */
  readonly id: string;
  /** RFC 3339 in UTC. */
  readonly createdAt: string;
  /** Null for the service key and the command line. */
  readonly actorId: string | null;
  readonly actorName: string;
  readonly action: AdminActionName;
  readonly target: { readonly kind: TargetKind; readonly id: string; readonly name: string };
  /** Written by the administrator; empty if none was given. */
  readonly reason: string;
  /** The changed fields. Null if there are none, for example before a target's creation. Never contains a secret. */
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
}

export interface AuditEventPage {
  readonly events: readonly AuditEvent[];
  readonly nextBefore: string | null;
}

/** In characters. */
export const REASON_MAX = 500;
