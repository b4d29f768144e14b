/** A backup is a file that contains the site's database and files (docs/decisions/073-demo-removal-and-backups.md). */
export { copyDatabase } from "./copy-database.ts";
export { type BackupOptions, type BackupProgress, type BackupResult, createBackup } from "./create-backup.ts";
export { addBackupJob, type BackupJobDeps } from "./jobs.ts";
export type {
  RestoreOptions,
  RestoreProgress,
  RestoreResult,
  VerifiedBackup,
} from "./load-backup.ts";
export { isEncrypted } from "./read-archive.ts";
export {
  type BackupDestination,
  type BackupStatus,
  findFolderProblem,
  type LastBackup,
  readBackupStatus,
} from "./read-status.ts";
export { type BackupRecord, recordBackup } from "./record-backup.ts";
export { restoreBackup, verifyBackup } from "./restore-backup.ts";
export { createRestoreTarget, type RestoreTarget } from "./restore-target.ts";
export { createS3Folder } from "./s3-folder.ts";
export { deleteOldBackups, ensureBackupFolder, nameScheduledBackup } from "./scheduled-files.ts";
