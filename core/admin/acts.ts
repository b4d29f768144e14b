/** What administrators do, by the kind of thing that it is done to: every entry of the audit log is one of these. */
export const THING_KINDS = [
  "member",
  "post",
  "comment",
  "article",
  "source",
  "report",
  "setting",
  "newsletter",
] as const;
export type ThingKind = (typeof THING_KINDS)[number];

/** The acts, and the words in which the log tells them: "{who} {words} {thing}". */
export const ACTS = {
  "member.create": "made an account for",
  "member.link": "made a sign-in link for",
  "member.edit": "edited the profile of",
  "member.role": "changed the role of",
  "member.email": "changed the address of",
  "member.verify": "changed the badge of",
  "member.suspend": "suspended",
  "member.unsuspend": "ended the suspension of",
  "member.sign-out": "signed out everywhere",
  "member.reset-factors": "removed the second factors of",
  "member.note": "wrote a note about",
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
  "article.show": "showed again",
  "article.flash": "marked as flash news",
  "article.unflash": "removed from flash news",
  "article.delete": "deleted",
  "source.add": "added the source",
  "source.edit": "edited the source",
  "source.pause": "paused the source",
  "source.resume": "resumed the source",
  "source.fetch": "fetched the source",
  "source.delete": "deleted the source",
  "report.dismiss": "dismissed the reports on",
  "report.act": "decided the reports on",
  "setting.change": "changed the setting",
  "newsletter.sample": "sent to themselves",
} as const satisfies Record<`${ThingKind}.${string}`, string>;
export type ActName = keyof typeof ACTS;

/** One line of the audit log. */
export interface Act {
  /** Digits; the newest has the greatest. */
  readonly id: string;
  /** RFC 3339 in UTC. */
  readonly at: string;
  /** Null when the account is gone; its name stays. */
  readonly actorId: string | null;
  readonly actorName: string;
  readonly act: ActName;
  readonly thing: { readonly kind: ThingKind; readonly id: string; readonly name: string };
  /** In the administrator's own words; empty where none were asked for. */
  readonly why: string;
  /** What changed, by its names; null where an act has no such side. Never a secret. */
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
}

export interface ActPage {
  readonly acts: readonly Act[];
  /** Where the older ones go on; null when there are none. */
  readonly nextBefore: string | null;
}

/** A reason's length, in characters. */
export const WHY_MAX = 500;
