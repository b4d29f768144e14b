import { sql } from "drizzle-orm";
import { KEPT_DAYS } from "#core/notifications/kinds.ts";
import type { Jobs } from "#server/platform/jobs.ts";
import type { NotificationDeps } from "./deps.ts";
import { sendNotificationMails } from "./send-mails.ts";

const SWEPT_AT_ONCE = 10_000;

/** The mails, looked after often enough for what waits five minutes; and what was told long ago. */
export function addNotificationJobs(deps: NotificationDeps, jobs: Jobs): void {
  jobs.add({
    name: "notifications-mail",
    cron: "*/2 * * * *",
    seconds: 600,
    run: async (_data, signal) => void (await sendNotificationMails(deps, signal)),
  });
  jobs.add({
    name: "notifications-sweep",
    cron: "17 */6 * * *",
    seconds: 1800,
    async run(_data, signal) {
      const gone = await sweepNotifications(deps, signal);
      if (gone > 0) deps.log.info({ gone }, "notifications of long ago are deleted");
    },
  });
}

/** Deletes what was told half a year ago, read or not, some at a time. How many. */
export async function sweepNotifications(
  { database, clock }: Pick<NotificationDeps, "database" | "clock">,
  signal?: AbortSignal,
): Promise<number> {
  let gone = 0;
  while (!signal?.aborted) {
    const { rowCount } = await database.db.execute(sql`
      delete from public.notifications where id in (
        select id from public.notifications
        where at < ${clock.now().toISOString()}::timestamptz - make_interval(days => ${KEPT_DAYS})
        limit ${SWEPT_AT_ONCE} for update skip locked)`);
    gone += rowCount ?? 0;
    if ((rowCount ?? 0) < SWEPT_AT_ONCE) break;
  }
  return gone;
}
