import { resolve } from "node:path";
import { z } from "zod";
import { integer } from "./config-values.ts";

/** The settings of scheduled backups. */
export const backupVariables = {
  BACKUP_DIR: z.string().min(1).optional(),
  BACKUP_EVERY_HOURS: integer(1, 720).default(24),
  BACKUP_KEEP: integer(1, 1000).default(14),
  BACKUP_PASSPHRASE: z.string().min(8, "must have at least 8 characters").optional(),
};

export interface BackupConfig {
  /** The folder of scheduled backups; null turns them off. */
  readonly folder: string | null;
  readonly everyHours: number;
  /** How many scheduled backups are kept. */
  readonly keep: number;
  /** Encrypts all backups. */
  readonly passphrase: string | undefined;
}

export function readBackupConfig(v: z.output<z.ZodObject<typeof backupVariables>>): BackupConfig {
  return Object.freeze({
    folder: v.BACKUP_DIR === undefined ? null : resolve(v.BACKUP_DIR),
    everyHours: v.BACKUP_EVERY_HOURS,
    keep: v.BACKUP_KEEP,
    passphrase: v.BACKUP_PASSPHRASE,
  });
}
