/** The live counts above the tabs of /admin, and the state of backups and replicas. */
export interface SiteFigures {
  readonly totalUsers: number;
  readonly activePosts: number;
  readonly newsArticles: number;
  /** Targets with unresolved reports. */
  readonly reports: number;
  /** Members and visitors active in the last five minutes, each counted once. */
  readonly onlineNow: number;
  /** Posts created since midnight UTC. */
  readonly postsToday: number;
  /** The newest backup that still exists. If none does, the newest one recorded. `at` is RFC 3339. */
  readonly lastBackup: { readonly at: string; readonly state: BackupState } | null;
  /** When the first scheduled backup will be made. Null if there is a backup, or none are scheduled. RFC 3339. */
  readonly firstBackupDueAt: string | null;
  /** Whether scheduled backups can't run, because BACKUP_DIR can't be used. */
  readonly hasBackupProblem: boolean;
  /** How many of the database's replicas haven't been used for a while. */
  readonly unusedReplicaCount: number;
  readonly replicaCount: number;
}

/** Whether a backup is still where it was written. Files on other machines can't be checked. */
export type BackupState = "present" | "missing" | "elsewhere";
