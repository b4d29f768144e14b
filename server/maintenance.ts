import type { Auth } from "#server/auth/index.ts";
import type { Forum } from "#server/forum/index.ts";
import type { Jobs } from "#server/platform/jobs.ts";
import type { Log } from "#server/platform/log.ts";
import type { Storage } from "#server/storage/index.ts";

interface MaintenanceDeps {
  readonly auth: Auth;
  readonly forum: Forum;
  readonly storage: Storage;
  readonly log: Log;
}

/** One run of each task. Errors are thrown. */
function createTasks({ auth, forum, storage, log }: MaintenanceDeps) {
  return {
    /** Account deletions interrupted by a crash or an error, in any program on this database. */
    departures: async () => void (await auth.finishAccountDeletions()),
    /** Rows without files and files without rows. Recent ones may be uploads and are left for the next run. */
    storage: async () => void (await storage.repairStorage()),
    accounts: async () => {
      const deleted = await auth.sweep();
      const counts = Object.entries(deleted ?? {}).filter(([, count]) => count > 0);
      if (counts.length > 0) log.info(Object.fromEntries(counts), "expired data was deleted");
    },
    topPeriods: async () => void (await forum.updateTopPeriods()),
    /** Searches all texts of the forum. */
    pictures: async () => void (await storage.sweepPostImages(forum.findPicturesInUse)),
  };
}

/** Maintenance jobs, shared by the programs on the database. */
export function addMaintenanceJobs(parts: MaintenanceDeps, jobs: Jobs): void {
  const tasks = createTasks(parts);
  jobs.add({ name: "upkeep-departures", cron: "*/10 * * * *", timeoutSeconds: 300, run: tasks.departures });
  jobs.add({ name: "upkeep-top-periods", cron: "5 * * * *", timeoutSeconds: 3000, run: tasks.topPeriods });
  jobs.add({ name: "upkeep-storage", cron: "13 * * * *", timeoutSeconds: 3000, run: tasks.storage });
  // Several times a day, because a machine may sleep at night.
  jobs.add({ name: "upkeep-accounts", cron: "29 */6 * * *", timeoutSeconds: 3000, run: tasks.accounts });
  jobs.add({ name: "upkeep-pictures", cron: "47 */6 * * *", timeoutSeconds: 3000, run: tasks.pictures });
}

/**
 * Runs overdue maintenance at startup instead of waiting for the schedule. Errors are logged; the jobs will retry.
 */
export async function repairAfterStart(parts: MaintenanceDeps, isStopping: () => boolean): Promise<void> {
  const { departures, storage, accounts, topPeriods } = createTasks(parts);
  for (const runTask of [departures, topPeriods, storage, accounts]) {
    try {
      await runTask();
    } catch (error) {
      if (isStopping()) return;
      parts.log.error({ err: error }, "maintenance at startup failed; the jobs will retry");
    }
  }
}
