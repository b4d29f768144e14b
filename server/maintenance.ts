import { isStorageOutage } from "#core/storage/storage-errors.ts";
import type { Auth } from "#server/auth/index.ts";
import type { Database } from "#server/database/index.ts";
import type { Forum } from "#server/forum/index.ts";
import type { Invitations } from "#server/invitations/index.ts";
import type { Jobs } from "#server/platform/jobs.ts";
import type { Log } from "#server/platform/log.ts";
import { updateSkeletons } from "#server/profiles/index.ts";
import type { Storage } from "#server/storage/index.ts";

interface MaintenanceDeps {
  readonly auth: Auth;
  readonly forum: Forum;
  readonly invitations: Pick<Invitations, "deleteEnded">;
  readonly database: Database;
  readonly storage: Storage;
  readonly log: Log;
}

function createTasks({ auth, database, forum, invitations, storage, log }: MaintenanceDeps) {
  return {
    /** Resumes account deletions that a crash or an error interrupted in any process on this database. */
    accountDeletions: async () => void (await auth.finishAccountDeletions()),
    /**
     * Deletes files without rows, except recent ones, which may belong to a current upload. Reports rows without
     * files.
     */
    storage: async () => void (await storage.repairStorage()),
    accounts: async () => {
      const deletedCounts = await auth.deleteExpiredData();
      await invitations.deleteEnded();
      const counts = Object.entries(deletedCounts ?? {}).filter(([, count]) => count > 0);
      if (counts.length > 0) log.info(Object.fromEntries(counts), "expired data was deleted");
    },
    /** Updates the usernames' look-alike forms. Only needed after an upgrade. */
    usernames: async () => void (await updateSkeletons(database.db)),
    topPeriods: async () => void (await forum.updateTopPeriods()),
    /** Deletes post images that no post, comment or draft uses. */
    postImages: async () => void (await storage.deleteUnusedPostImages(forum.findImagesInUse)),
  };
}

export function addMaintenanceJobs(deps: MaintenanceDeps, jobs: Jobs): void {
  const tasks = createTasks(deps);
  jobs.add({
    name: "upkeep-departures",
    cron: "*/10 * * * *",
    timeoutSeconds: 300,
    run: tasks.accountDeletions,
  });
  jobs.add({ name: "upkeep-top-periods", cron: "5 * * * *", timeoutSeconds: 3000, run: tasks.topPeriods });
  jobs.add({ name: "upkeep-storage", cron: "13 * * * *", timeoutSeconds: 3000, run: tasks.storage });
  // Several times a day, because a machine may sleep at night.
  jobs.add({ name: "upkeep-accounts", cron: "29 */6 * * *", timeoutSeconds: 3000, run: tasks.accounts });
  jobs.add({ name: "upkeep-pictures", cron: "47 */6 * * *", timeoutSeconds: 3000, run: tasks.postImages });
}

/**
 * Runs all tasks except `postImages`, without waiting for the schedule. Errors are logged. The jobs retry failed tasks,
 * except `usernames`, which is retried at the next start.
 */
export async function runStartupMaintenance(deps: MaintenanceDeps, isStopping: () => boolean): Promise<void> {
  const { accountDeletions, storage, accounts, topPeriods, usernames } = createTasks(deps);
  for (const runTask of [usernames, accountDeletions, topPeriods, storage, accounts]) {
    try {
      await runTask();
    } catch (error) {
      if (isStopping()) return;
      const level = isStorageOutage(error) ? "warn" : "error";
      deps.log[level]({ err: error }, "maintenance at startup failed and will be retried");
    }
  }
}
