/**
 * Backups of the whole site: the database and the files of DATA_DIR at one point in time, in one file, and restoring
 * one into an empty site. docs/decisions/073-demo-removal-and-backups.md.
 */
export { type BackupOptions, type BackupProgress, type BackupResult, createBackup } from "./create-backup.ts";
export { addBackupJob, type BackupJobDeps } from "./jobs.ts";
export { isEncrypted } from "./read-archive.ts";
export { type BackupRecord, recordBackup } from "./records.ts";
export { restoreBackup, verifyBackup } from "./restore-backup.ts";
export type { RestoreOptions, RestoreProgress, RestoreResult, VerifiedBackup } from "./restore-types.ts";
export { deleteOldBackups, ensureBackupFolder, nameScheduledBackup } from "./scheduled-files.ts";
