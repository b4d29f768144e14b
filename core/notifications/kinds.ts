/** "thread" is activity in a followed thread, "post" a new post with a followed tag or in a followed category. */
export const NOTIFICATION_KINDS = ["reply", "mention", "thread", "post", "votes", "moderation"] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** How to be notified: only on the site, also by email, or not at all. */
export const NOTIFICATION_PREFERENCES = ["site", "email", "never"] as const;
export type NotificationPreference = (typeof NOTIFICATION_PREFERENCES)[number];

export type NotificationPreferences = Readonly<Record<NotificationKind, NotificationPreference>>;

/** The defaults use email for notifications that need an answer or must not be missed. */
export const DEFAULT_PREFERENCES: NotificationPreferences = {
  reply: "email",
  mention: "email",
  thread: "site",
  post: "site",
  votes: "site",
  moderation: "email",
};

/** Members can't turn off notifications about admin actions, only their emails. */
export function isAllowedPreference(kind: NotificationKind, preference: NotificationPreference): boolean {
  return preference !== "never" || kind !== "moderation";
}

export function isNotificationPreference(value: unknown): value is NotificationPreference {
  return NOTIFICATION_PREFERENCES.some((preference) => preference === value);
}

/** At most this many people mentioned in a post or comment are notified. */
export const MENTIONS_MAX = 10;
/** Counting stops here; the bell shows "99+". */
export const UNREAD_MAX = 100;
export const NOTIFICATIONS_PAGE_SIZE = 20;
/** Number of notifications in the menu behind the bell. */
export const NEWEST_NOTIFICATIONS_MAX = 10;
export const SUGGESTED_NAMES_MAX = 8;
/** Minutes until an unread notification is emailed. */
export const EMAIL_AFTER_MINUTES = 5;
/** Minimum minutes between two emails to a member. */
export const EMAIL_SPACING_MINUTES = 30;
/** Number of notifications listed in an email. The rest are only counted. */
export const EMAIL_LINES_MAX = 10;
/** Older notifications are deleted, whether they were read or not. */
export const RETENTION_DAYS = 180;
