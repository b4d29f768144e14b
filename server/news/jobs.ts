import type { Jobs } from "#server/platform/jobs.ts";
import type { NewsDeps } from "./deps.ts";
import { sourcesToGather } from "./gather/gather-news.ts";
import { gatherSource } from "./gather/gather-source.ts";
import { markFlash } from "./gather/mark-flash.ts";
import { syncSources } from "./gather/sync-sources.ts";
import { fetchPictures } from "./pictures/fetch-pictures.ts";
import { putInSamples } from "./put-in-samples.ts";

/**
 * Gathering without being asked: every minute the sources whose turn it is become jobs, which the programs on the
 * database share; what they bring is marked as flash, and its pictures are fetched. Nothing of it is waited for.
 */
export function addNewsJobs(deps: NewsDeps, jobs: Jobs): void {
  let isSynced = false;
  // A machine with no way out says so once.
  let failedInARow = 0;
  let hasSaidSo = false;

  async function noteReach(isNetwork: boolean): Promise<void> {
    failedInARow = isNetwork ? failedInARow + 1 : 0;
    if (!isNetwork) hasSaidSo = false;
    if (failedInARow < Math.max(1, deps.settings.sources.length) || hasSaidSo) return;
    hasSaidSo = true;
    const isSample = await putInSamples(deps);
    deps.log.warn({}, noWayOut(isSample));
  }

  jobs.add({
    name: "news-fetch",
    atOnce: deps.settings.atOnce,
    seconds: 300,
    async run({ source }, signal) {
      const outcome = await gatherSource(deps, String(source), { signal });
      if (outcome === null) return;
      const { result, reason, added, changed } = outcome;
      if (result === "refused") deps.log.info({ source: outcome.name, reason }, "a source brought nothing");
      else deps.log.info({ source: outcome.name, added, changed }, "a source was gathered");
      if (added + changed > 0) await markFlash(deps);
      await noteReach(outcome.isNetwork);
    },
  });
  jobs.add({
    name: "news-look",
    cron: "* * * * *",
    seconds: 60,
    async run() {
      if (!isSynced) await syncSources(deps);
      isSynced = true;
      for (const id of await sourcesToGather(deps)) await jobs.send("news-fetch", { source: id }, id);
      await jobs.send("news-pictures", {}, "news-pictures");
    },
  });
  jobs.add({
    name: "news-pictures",
    seconds: 900,
    async run(_data, signal) {
      await fetchPictures(deps, { signal });
    },
  });
  jobs.add({
    name: "news-flash",
    // A story that is no longer fresh loses its mark even when nothing new comes.
    cron: "*/15 * * * *",
    seconds: 60,
    run: () => markFlash(deps),
  });
}

export function noWayOut(isSample: boolean): string {
  const shown = isSample ? "the sample articles are shown" : "the articles that are there stay";
  return `no news source can be reached from this machine; ${shown} (NEWS_SOURCES, FEED_PROXY_URL)`;
}
