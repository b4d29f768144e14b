/**
 * What members are told, on the site and by mail. Owns notifications, notification_choices and notification_mails. The
 * modules in which something happens tell of it within their own transaction (`tellOf…`, `notifyFollowers`) and take
 * it back there; who is told is decided here: nobody of their own acts, nobody twice of one thing, nobody who is gone,
 * suspended, has muted the thread or does not want to hear of it. What is other than before is announced
 * ("notification"), and open pages ask for the count anew.
 */
import { sql } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { type NotificationChoices, UNREAD_COUNTED_MAX } from "#core/notifications/kinds.ts";
import type { NotificationPage, NotificationQuery, SuggestedName } from "#core/notifications/types.ts";
import type { Jobs } from "#server/platform/jobs.ts";
import { readChoices, saveChoices } from "./choices.ts";
import type { NotificationDeps } from "./deps.ts";
import { addNotificationJobs } from "./jobs.ts";
import { listNewest, listNotifications } from "./list-notifications.ts";
import { markAllRead, markNotification } from "./mark.ts";
import { openNotification } from "./open-notification.ts";
import { suggestNames } from "./suggest-names.ts";
import { readUnsubscribeToken, unsubscribe } from "./unsubscribe.ts";

export type { NotificationDeps } from "./deps.ts";
export { findNames } from "./known-names.ts";
export { takeBackComment, takeBackPost } from "./take-back.ts";
export { type AdministrativeAct, tellOfAct } from "./tell-of-act.ts";
export { recountVotes, tellOfVotes } from "./tell-of-votes.ts";
export { notifyFollowers, tellOfWords } from "./tell-of-words.ts";

export interface Notifications {
  list(viewer: Viewer, query: NotificationQuery): Promise<NotificationPage>;
  /** The newest few, for the bell's panel. */
  listNewest(viewer: Viewer): Promise<NotificationPage>;
  /** How many a member has not read, counted to 100. */
  countUnread(memberId: string): Promise<number>;
  mark(viewer: Viewer, mark: { readonly id: string; readonly isRead: boolean }): Promise<void>;
  /** All up to what the member was shown (`upTo` of the list). */
  markAllRead(viewer: Viewer, upTo: string): Promise<void>;
  /** Marks one as read; where it leads, within the site. */
  open(viewer: Viewer, id: string): Promise<{ path: string }>;
  readChoices(viewer: Viewer): Promise<NotificationChoices>;
  saveChoices(viewer: Viewer, given: Readonly<Record<string, string>>): Promise<NotificationChoices>;
  /** Members by the beginning of their names, for whoever writes one after an "@". */
  suggestNames(
    viewer: Viewer,
    asked: { readonly typed: string; readonly postId: string | null },
  ): Promise<SuggestedName[]>;
  /** Whether a link of a mail was written here. */
  isUnsubscribeToken(token: string): boolean;
  /** Ends the mails to whom the token was written for; false for one that was not written here. */
  unsubscribe(token: string): Promise<boolean>;
  addJobs(jobs: Jobs): void;
}

export function createNotifications(deps: NotificationDeps): Notifications {
  return {
    list: (viewer, query) => listNotifications(deps, viewer, query),
    listNewest: (viewer) => listNewest(deps, viewer),
    async countUnread(memberId) {
      const { rows } = await deps.database.db.execute<{ unread: number }>(sql`
        select count(*)::int as unread from (
          select from public.notifications where member_id = ${memberId}::uuid and read_at is null
          limit ${UNREAD_COUNTED_MAX}) counted`);
      return rows[0]?.unread ?? 0;
    },
    mark: (viewer, mark) => markNotification(deps, viewer, mark),
    markAllRead: (viewer, upTo) => markAllRead(deps, viewer, upTo),
    open: (viewer, id) => openNotification(deps, viewer, id),
    readChoices: (viewer) => readChoices(deps, viewer),
    saveChoices: (viewer, given) => saveChoices(deps, viewer, given),
    suggestNames: (viewer, asked) => suggestNames(deps, viewer, asked),
    isUnsubscribeToken: (token) => readUnsubscribeToken(deps, token) !== null,
    unsubscribe: (token) => unsubscribe(deps, token),
    addJobs: (jobs) => addNotificationJobs(deps, jobs),
  };
}
