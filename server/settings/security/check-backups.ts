import { formatCount } from "#core/format-count.ts";
import { formatSize } from "#core/format-size.ts";
import { formatUtcTime } from "#core/full-date.ts";
import type { BackupStatus, LastBackup } from "#server/backup/index.ts";
import type { Config } from "#server/config.ts";
import { createWarning, type Finding, ok } from "./finding.ts";
import type { DatabaseFacts } from "./read-facts.ts";

const HOUR_MS = 3_600_000;
/** Without scheduled backups, one backup per week is expected. */
const MANUAL_MAX_HOURS = 7 * 24;

/**
 * Checks that scheduled backups can run and that the last backup didn't fail, still exists and is recent. If there is no
 * backup, WAL archiving that has stored something is enough.
 */
export function checkBackups(
  { backup: { folder, everyHours } }: Pick<Config, "backup">,
  { archiveMode, lastArchivedAt, last, problem, firstDueAt, failedBackup }: DatabaseFacts & BackupStatus,
  now: Date,
): Finding {
  const describeLast = () =>
    last === null
      ? "There is no earlier backup."
      : `The last one that succeeded was made ${describeAge(last.endedAt, now)}${describePlace(last)}.`;
  if (problem !== null)
    return createWarning(
      `Scheduled backups can't run. ${problem} ${describeLast()}`,
      "Correct BACKUP_DIR, or make the folder writable. Scheduled backups are retried every 15 minutes.",
    );
  if (failedBackup !== null)
    return createWarning(
      `The last backup failed ${describeAge(new Date(failedBackup.at), now)}: ${failedBackup.error} ${describeLast()}`,
      folder === null
        ? "Fix the cause, and run npm run backup again."
        : "Fix the cause. Scheduled backups are retried every 15 minutes.",
    );
  if (last !== null) {
    const finding = `The last backup was made ${describeAge(last.endedAt, now)} (${formatSize(last.size)}, ${last.isEncrypted ? "encrypted" : "not encrypted"})${describePlace(last)}.`;
    if (last.state !== "present")
      return createWarning(
        finding,
        `Check that it still exists${last.state === "missing" ? " elsewhere" : ""}, or make a new one: npm run backup -- FILE.`,
      );
    const maxHours = folder === null ? MANUAL_MAX_HOURS : 2 * everyHours;
    if (now.getTime() - last.endedAt.getTime() <= maxHours * HOUR_MS)
      return ok(`${finding} Only a test restore shows whether it works.`);
    return createWarning(
      finding,
      folder === null
        ? "Set BACKUP_DIR for scheduled backups, or run npm run backup."
        : "Check that the program runs with BACKUP_DIR set, and check its log.",
    );
  }
  if (archiveMode !== "off" && lastArchivedAt !== null)
    return ok(
      `WAL archiving is on. The last segment was archived ${describeAge(new Date(lastArchivedAt), now)}. Only a test restore shows whether the archive is usable.`,
    );
  return {
    state: "unknown",
    finding: `Lattice hasn't made a backup yet, and ${archiveMode === "off" ? "PostgreSQL's WAL archiving is off" : "PostgreSQL hasn't archived any WAL"}. Lattice can't see backups made with other tools.`,
    advice:
      firstDueAt === null
        ? "Set BACKUP_DIR to a folder on another disk for daily backups, or run npm run backup. Then test restoring one."
        : `Wait for the first scheduled backup, which is due by ${formatUtcTime(firstDueAt)}, or run npm run backup. Then test restoring one.`,
  };
}

/** Continues the sentence about when the backup was made. Empty if the backup still exists. */
function describePlace({ state, file, host }: LastBackup): string {
  if (state === "present") return "";
  if (file === null) return " by an earlier version of Lattice, which didn't record where the file is";
  if (state === "missing") return `, but ${file} no longer exists`;
  return host === null
    ? `, but ${file} can't be checked from here`
    : ` on another machine (${host}), to ${file}`;
}

/** Formats an age, for example "5 hours ago". */
function describeAge(at: Date, now: Date): string {
  const hours = Math.floor((now.getTime() - at.getTime()) / HOUR_MS);
  if (hours < 1) return "less than an hour ago";
  return hours < 48
    ? `${formatCount(hours, "hour")} ago`
    : `${formatCount(Math.floor(hours / 24), "day")} ago`;
}
