import { sql } from "drizzle-orm";
import type { Jobs } from "#server/platform/jobs.ts";
import type { NewsletterDeps } from "./deps.ts";
import { sendIssue } from "./digest/send-issue.ts";
import { CONFIRM_SECONDS } from "./links.ts";

/** Adds the newsletter's jobs. The issue job runs every five minutes, so that an interrupted issue continues soon. */
export function addNewsletterJobs(deps: NewsletterDeps, jobs: Jobs): void {
  jobs.add({
    name: "newsletter-issue",
    cron: "*/5 * * * *",
    timeoutSeconds: 1800,
    run: async (_data, signal) => void (await sendIssue(deps, signal)),
  });
  jobs.add({
    name: "newsletter-sweep",
    cron: "37 */6 * * *",
    timeoutSeconds: 300,
    async run() {
      const deletedCount = await deleteUnconfirmed(deps);
      if (deletedCount > 0)
        deps.log.info({ deleted: deletedCount }, "unconfirmed newsletter addresses deleted");
    },
  });
}

/**
 * Deletes email addresses that weren't confirmed in time and returns their count. Also withdraws unconfirmed requests
 * of members for addresses that were already confirmed.
 */
export async function deleteUnconfirmed({ database, clock }: NewsletterDeps): Promise<number> {
  const cutoff = new Date(clock.now().getTime() - CONFIRM_SECONDS * 1000).toISOString();
  const { rowCount } = await database.db.execute(sql`
    delete from public.newsletter_subscribers
    where confirmed_at is null and requested_at < ${cutoff}::timestamptz`);
  await database.db.execute(sql`
    update public.newsletter_subscribers set requested_by = null
    where requested_by is not null and confirmed_at is not null and requested_at < ${cutoff}::timestamptz`);
  return rowCount ?? 0;
}
