/** What members are told of. "thread" is something new in a thread that one follows. */
export const NOTIFICATION_KINDS = ["reply", "mention", "thread", "votes", "moderation"] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** How somebody wants to be told: on the site alone, on the site and by mail, or not at all. */
export const NOTIFICATION_CHOICES = ["site", "mail", "never"] as const;
export type NotificationChoice = (typeof NOTIFICATION_CHOICES)[number];

export type NotificationChoices = Readonly<Record<NotificationKind, NotificationChoice>>;

/** How everybody begins: mails tell of what waits for an answer, and of what somebody must not miss. */
export const FIRST_CHOICES: NotificationChoices = {
  reply: "mail",
  mention: "mail",
  thread: "site",
  votes: "site",
  moderation: "mail",
};

/** Nobody is spared what administrators do to them: it can be kept from the mails, not from the site. */
export function mayChoose(kind: NotificationKind, choice: NotificationChoice): boolean {
  return choice !== "never" || kind !== "moderation";
}

export function isNotificationChoice(value: unknown): value is NotificationChoice {
  return NOTIFICATION_CHOICES.some((choice) => choice === value);
}

/** Of one text that many are told who are named in it; of more, the first. */
export const MENTIONS_MAX = 10;
/** Counting of the unread ends here: the bell says "99+". */
export const UNREAD_COUNTED_MAX = 100;
/** On a page, and in the panel of the bell. */
export const NOTIFICATIONS_PAGE = 20;
export const NEWEST_NOTIFICATIONS = 10;
/** Names that are offered while one is typed. */
export const SUGGESTED_NAMES = 8;
/** A mail waits so long for its reader to come by; and the next one to the same person so much longer. Minutes. */
export const MAIL_AFTER_MINUTES = 5;
export const MAIL_SPACING_MINUTES = 30;
/** What one mail tells one by one; of more it says how many. */
export const MAIL_LINES = 10;
/** How long they are kept, read or not. */
export const KEPT_DAYS = 180;
