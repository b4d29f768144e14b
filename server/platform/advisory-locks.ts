/** Keys of our PostgreSQL advisory locks, listed here to make duplicates visible. Never change a released key. */
export const ADVISORY_LOCKS = {
  migrations: 4_715_001,
  /** When several processes start on a new database, only one adds the demo community. */
  demo: 4_715_002,
  /**
   * Members are anonymized one at a time, because two may have voted on each other's content. Search indexing and the
   * removal of the demo community take this lock too.
   */
  anonymizeMember: 4_715_003,
  deleteExpiredAuthData: 4_715_004,
  /** Administrators are deleted, demoted or suspended one at a time, so that the last one is never removed. */
  lastAdministrator: 4_715_005,
  newsFlash: 4_715_009,
  newsWrites: 4_715_010,
  jobs: 4_715_011,
  backup: 4_715_012,
  /** Shared by file deletions, exclusive for a backup, so that files in the backup's snapshot aren't deleted. */
  fileDeletion: 4_715_013,
  moveFiles: 4_715_014,
} as const;
