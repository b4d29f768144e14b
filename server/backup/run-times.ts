const EVERY_MINUTES = 15;

/** When the job checks whether a backup is due. */
export const BACKUP_CRON = `*/${EVERY_MINUTES} * * * *`;

export function getNextRun(now: Date): Date {
  const intervalMs = EVERY_MINUTES * 60_000;
  return new Date((Math.floor(now.getTime() / intervalMs) + 1) * intervalMs);
}
