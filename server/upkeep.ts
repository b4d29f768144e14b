import type { Auth } from "#server/auth/index.ts";
import type { Forum } from "#server/forum/index.ts";
import type { Jobs } from "#server/platform/jobs.ts";
import type { Log } from "#server/platform/log.ts";
import type { Storage } from "#server/storage/index.ts";

interface UpkeepParts {
  readonly auth: Auth;
  readonly forum: Forum;
  readonly storage: Storage;
  readonly log: Log;
}

/** One round of each; what fails is thrown. */
function roundsOf({ auth, forum, storage, log }: UpkeepParts) {
  return {
    /** Deletions of accounts that a crash or an error broke off, of whichever program on this database. */
    departures: async () => void (await auth.finishDepartures()),
    /** Rows without files and files without rows; what is too young to be told from an upload waits for the next. */
    storage: async () => void (await storage.repairStorage()),
    accounts: async () => {
      const swept = await auth.sweep();
      const gone = Object.entries(swept ?? {}).filter(([, count]) => count > 0);
      if (gone.length > 0) log.info(Object.fromEntries(gone), "what was long past is deleted");
    },
    topPeriods: async () => void (await forum.updateTopPeriods()),
    /** Reads every text of the forum. */
    pictures: async () => void (await storage.sweepPostImages(forum.findPicturesInUse)),
  };
}

/** What keeps the house in order without being asked, as jobs that the programs on the database share. */
export function addUpkeep(parts: UpkeepParts, jobs: Jobs): void {
  const rounds = roundsOf(parts);
  jobs.add({ name: "upkeep-departures", cron: "*/10 * * * *", seconds: 300, run: rounds.departures });
  jobs.add({ name: "upkeep-top-periods", cron: "5 * * * *", seconds: 3000, run: rounds.topPeriods });
  jobs.add({ name: "upkeep-storage", cron: "13 * * * *", seconds: 3000, run: rounds.storage });
  // Several times a day: a machine that sleeps at night is awake for one of them.
  jobs.add({ name: "upkeep-accounts", cron: "29 */6 * * *", seconds: 3000, run: rounds.accounts });
  jobs.add({ name: "upkeep-pictures", cron: "47 */6 * * *", seconds: 3000, run: rounds.pictures });
}

/** At a start: what a crash left behind and what came due meanwhile, without waiting for a turn of the jobs. What fails is logged; the jobs try again. */
export async function repairAfterStart(parts: UpkeepParts, isStopping: () => boolean): Promise<void> {
  const { departures, storage, accounts, topPeriods } = roundsOf(parts);
  for (const round of [departures, topPeriods, storage, accounts]) {
    try {
      await round();
    } catch (error) {
      if (isStopping()) return;
      parts.log.error({ err: error }, "the upkeep at the start did not end; its jobs go on");
    }
  }
}
