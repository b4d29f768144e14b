import type { Jobs } from "#server/platform/jobs.ts";
import type { NewsletterDeps } from "./deps.ts";
import { sendIssue } from "./digest/send-issue.ts";
import { sweepSubscribers } from "./sweep-subscribers.ts";

/** The weekly letter, looked after every five minutes so that a broken-off turn goes on soon; and what nobody confirmed. */
export function addNewsletterJobs(deps: NewsletterDeps, jobs: Jobs): void {
  jobs.add({
    name: "newsletter-issue",
    cron: "*/5 * * * *",
    seconds: 1800,
    run: async (_data, signal) => void (await sendIssue(deps, signal)),
  });
  jobs.add({
    name: "newsletter-sweep",
    cron: "37 */6 * * *",
    seconds: 300,
    async run() {
      const gone = await sweepSubscribers(deps);
      if (gone > 0) deps.log.info({ gone }, "addresses that nobody confirmed are forgotten");
    },
  });
}
