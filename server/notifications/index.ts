/**
 * Notifications on the site and by email. Owns notifications, notification_preferences and notification_emails. Other
 * modules create and withdraw notifications inside their own transactions; this module selects the recipients:
 * never the actor, never twice for the same target, and no one who left, is suspended, muted the thread or opted
 * out. Changes are published as "notification" events, and open pages reload the unread count.
 */
import { sql } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { type NotificationPreferences, UNREAD_MAX } from "#core/notifications/kinds.ts";
import type { NotificationPage, NotificationQuery, SuggestedName } from "#core/notifications/types.ts";
import type { Jobs } from "#server/platform/jobs.ts";
import type { NotificationDeps } from "./deps.ts";
import { addNotificationJobs } from "./jobs.ts";
import { listNewestNotifications, listNotifications } from "./list-notifications.ts";
import { markAllRead, markNotification } from "./mark.ts";
import { openNotification } from "./open-notification.ts";
import { getOwnPreferences, saveOwnPreferences } from "./preferences.ts";
import { suggestNames } from "./suggest-names.ts";
import { unsubscribe, verifyUnsubscribeToken } from "./unsubscribe.ts";

export type { NotificationDeps } from "./deps.ts";
export {
  type AdminActionNotice,
  notifyAdminAction,
} from "./notify-admin-action.ts";
export { notifyFollowers, notifyListFollowers, notifyRepliesAndMentions } from "./notify-replies.ts";
export { notifyVotes, recountVotes } from "./notify-votes.ts";
export { resolveMentions } from "./resolve-mentions.ts";
export { withdrawForComment, withdrawForPost } from "./withdraw.ts";

export interface Notifications {
  list(viewer: Viewer, query: NotificationQuery): Promise<NotificationPage>;
  /** The newest notifications, for the bell menu. */
  listNewest(viewer: Viewer): Promise<NotificationPage>;
  /** Unread notifications, counted up to 100. */
  countUnread(memberId: string): Promise<number>;
  mark(viewer: Viewer, mark: { readonly id: string; readonly isRead: boolean }): Promise<void>;
  /** Marks everything up to `upTo` of the list as read. */
  markAllRead(viewer: Viewer, upTo: string): Promise<void>;
  /** Marks a notification as read and returns the path it leads to. */
  open(viewer: Viewer, id: string): Promise<{ path: string }>;
  readOwnPreferences(viewer: Viewer): Promise<NotificationPreferences>;
  saveOwnPreferences(
    viewer: Viewer,
    input: Readonly<Record<string, string>>,
  ): Promise<NotificationPreferences>;
  /** Members whose names start with the prefix, for completing mentions. */
  suggestNames(
    viewer: Viewer,
    query: { readonly prefix: string; readonly postId: string | null },
  ): Promise<SuggestedName[]>;
  /** Whether we issued this unsubscribe token. */
  isUnsubscribeToken(token: string): boolean;
  /** Turns off emails for the member of the token; false if it is invalid. */
  unsubscribe(token: string): Promise<boolean>;
  addJobs(jobs: Jobs): void;
}

export function createNotifications(deps: NotificationDeps): Notifications {
  return {
    list: (viewer, query) => listNotifications(deps, viewer, query),
    listNewest: (viewer) => listNewestNotifications(deps, viewer),
    async countUnread(memberId) {
      const { rows } = await deps.database.db.execute<{ unread: number }>(sql`
        select count(*)::int as unread from (
          select from public.notifications where member_id = ${memberId}::uuid and read_at is null
          limit ${UNREAD_MAX}) counted`);
      return rows[0]?.unread ?? 0;
    },
    mark: (viewer, mark) => markNotification(deps, viewer, mark),
    markAllRead: (viewer, upTo) => markAllRead(deps, viewer, upTo),
    open: (viewer, id) => openNotification(deps, viewer, id),
    readOwnPreferences: (viewer) => getOwnPreferences(deps, viewer),
    saveOwnPreferences: (viewer, input) => saveOwnPreferences(deps, viewer, input),
    suggestNames: (viewer, query) => suggestNames(deps, viewer, query),
    isUnsubscribeToken: (token) => verifyUnsubscribeToken(deps, token) !== null,
    unsubscribe: (token) => unsubscribe(deps, token),
    addJobs: (jobs) => addNotificationJobs(deps, jobs),
  };
}
