/**
 * Notifications on the site and by email. Owns notifications, notification_preferences and notification_emails. Other
 * modules create and withdraw notifications inside their own transactions; this module selects the recipients:
 * never the actor, and no one who left, is suspended, opted out or muted the thread. Opting out and muting don't affect
 * notifications about admin actions. Apart from those and from votes, a member is notified of a post or comment only
 * once. Changes are published as "notification" announcements, and open pages reload the unread count.
 */
import { sql } from "drizzle-orm";
import { UNREAD_MAX } from "#core/notifications/kinds.ts";
import { bindOperations } from "#server/platform/bind-operations.ts";
import type { NotificationDeps } from "./deps.ts";
import { addNotificationJobs } from "./jobs.ts";
import { listNewestNotifications, listNotifications } from "./list-notifications.ts";
import { markAllRead, markNotification } from "./mark-as-read.ts";
import { openNotification } from "./open-notification.ts";
import { readOwnPreferences, saveOwnPreferences } from "./preferences.ts";
import { suggestNames } from "./suggest-names.ts";
import { unsubscribe, verifyUnsubscribeToken } from "./unsubscribe.ts";

export { deleteCommentNotifications, deletePostNotifications } from "./delete-notifications.ts";
export type { NotificationDeps } from "./deps.ts";
export { notifyAdminAction } from "./notify-admin-action.ts";
export { notifyFollowers, notifyListFollowers, notifyRepliesAndMentions } from "./notify-replies.ts";
export { buildVoteNotification, notifyCommentVotes, recountVotes } from "./notify-votes.ts";
export { resolveMentions } from "./resolve-mentions.ts";

export function createNotifications(deps: NotificationDeps) {
  return {
    ...bindOperations(deps, {
      list: listNotifications,
      listNewest: listNewestNotifications,
      mark: markNotification,
      markAllRead,
      open: openNotification,
      readOwnPreferences,
      saveOwnPreferences,
      suggestNames,
      unsubscribe,
      addJobs: addNotificationJobs,
    }),
    async countUnread(memberId: string) {
      const { rows } = await deps.database.db.execute<{ unread: number }>(sql`
        select count(*)::int as unread from (
          select from public.notifications where member_id = ${memberId}::uuid and read_at is null
          limit ${UNREAD_MAX}) counted`);
      return rows[0]?.unread ?? 0;
    },
    isUnsubscribeToken: (token: string) => verifyUnsubscribeToken(deps, token) !== null,
  };
}

export type Notifications = ReturnType<typeof createNotifications>;
