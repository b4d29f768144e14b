import { sql } from "drizzle-orm";
import { RETENTION_DAYS } from "#core/notifications/kinds.ts";
import type { Jobs } from "#server/platform/jobs.ts";
import type { NotificationDeps } from "./deps.ts";
import { sendNotificationEmails } from "./send-emails.ts";

const DELETE_BATCH_SIZE = 10_000;

/** Adds the jobs that send emails (often, because they are due after five minutes) and delete old notifications. */
export function addNotificationJobs(deps: NotificationDeps, jobs: Jobs): void {
  jobs.add({
    name: "notifications-mail",
    cron: "*/2 * * * *",
    timeoutSeconds: 600,
    run: async (_data, signal) => void (await sendNotificationEmails(deps, signal)),
  });
  jobs.add({
    name: "notifications-sweep",
    cron: "17 */6 * * *",
    timeoutSeconds: 1800,
    async run(_data, signal) {
      const deletedCount = await deleteOldNotifications(deps, signal);
      if (deletedCount > 0) deps.log.info({ deleted: deletedCount }, "old notifications deleted");
    },
  });
}

export async function deleteOldNotifications(
  { database, clock }: NotificationDeps,
  signal?: AbortSignal,
): Promise<number> {
  let deletedCount = 0;
  while (!signal?.aborted) {
    const { rowCount } = await database.db.execute(sql`
      delete from public.notifications where id in (
        select id from public.notifications
        where at < ${clock.now().toISOString()}::timestamptz - make_interval(days => ${RETENTION_DAYS})
        limit ${DELETE_BATCH_SIZE} for update skip locked)`);
    deletedCount += rowCount ?? 0;
    if ((rowCount ?? 0) < DELETE_BATCH_SIZE) break;
  }
  return deletedCount;
}
