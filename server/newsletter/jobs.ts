import type { Jobs } from "#server/platform/jobs.ts";
import { deleteUnconfirmed } from "./delete-unconfirmed.ts";
import type { NewsletterDeps } from "./deps.ts";
import { sendIssue } from "./digest/send-issue.ts";

/** Checks for an issue every five minutes, so that an interrupted one continues soon. */
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
      const deleted = await deleteUnconfirmed(deps);
      if (deleted > 0) deps.log.info({ deleted }, "unconfirmed newsletter addresses deleted");
    },
  });
}
