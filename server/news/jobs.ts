import type { Jobs } from "#server/platform/jobs.ts";
import { addSamples } from "./add-samples.ts";
import type { NewsDeps } from "./deps.ts";
import { fetchImages } from "./images/fetch-images.ts";
import { listDueSourceIds } from "./ingest/ingest-news.ts";
import { ingestSource } from "./ingest/ingest-source.ts";
import { markFlash } from "./ingest/mark-flash.ts";
import { syncSources } from "./ingest/sync-sources.ts";

/** Adds the jobs that fetch due sources and images, and mark flash news. All processes share the jobs' queues. */
export function addNewsJobs(deps: NewsDeps, jobs: Jobs): void {
  let isSynced = false;
  let networkFailureCount = 0;
  // Ensures that each outage is logged only once.
  let hasWarned = false;

  async function recordReachability(isNetworkError: boolean): Promise<void> {
    networkFailureCount = isNetworkError ? networkFailureCount + 1 : 0;
    if (!isNetworkError) hasWarned = false;
    if (networkFailureCount < Math.max(1, deps.settings.sources.length) || hasWarned) return;
    hasWarned = true;
    const hasSamples = await addSamples(deps);
    deps.log.warn({}, describeOutage(hasSamples));
  }

  jobs.add({
    name: "news-fetch",
    concurrency: deps.settings.concurrency,
    timeoutSeconds: 300,
    async run({ source }, signal) {
      const outcome = await ingestSource(deps, String(source), { signal });
      if (outcome === null) return;
      const { result, reason, added, changed } = outcome;
      if (result === "failed") deps.log.info({ source: outcome.name, reason }, "news source failed");
      else deps.log.info({ source: outcome.name, added, changed }, "news source ingested");
      if (added + changed > 0) await markFlash(deps);
      await recordReachability(outcome.isNetworkError);
    },
  });
  jobs.add({
    name: "news-look",
    cron: "* * * * *",
    timeoutSeconds: 60,
    async run() {
      if (!isSynced) await syncSources(deps);
      isSynced = true;
      for (const id of await listDueSourceIds(deps)) await jobs.send("news-fetch", { source: id }, id);
      await jobs.send("news-pictures", {}, "news-pictures");
    },
  });
  jobs.add({
    name: "news-pictures",
    timeoutSeconds: 900,
    async run(_data, signal) {
      await fetchImages(deps, { signal });
    },
  });
  jobs.add({
    name: "news-flash",
    // Runs even if there are no new articles, because old ones stop being flash news.
    cron: "*/15 * * * *",
    timeoutSeconds: 60,
    run: () => markFlash(deps),
  });
}

/** Describes an outage of all sources for the operator. `hasSamples` is the result of addSamples. */
export function describeOutage(hasSamples: boolean): string {
  const consequence = hasSamples ? "sample articles are shown" : "existing articles are still shown";
  return `no news source can be reached from this machine; ${consequence}. Check NEWS_SOURCES and FEED_PROXY_URL`;
}
