/** Keys of PostgreSQL's advisory locks, listed here to make duplicates visible. Never change a released key. */
export const ADVISORY_LOCKS = {
  migrations: 4_715_001,
  /** When several processes start on a new database, only one adds the demo community. */
  demo: 4_715_002,
  /** Deletions run one by one, because members may have voted on each other's content, and not during indexing. */
  forgetMember: 4_715_003,
  deleteExpiredAuthData: 4_715_004,
  /** Administrators leave one after the other, so that the last one can be stopped. */
  lastAdministrator: 4_715_005,
  newsFlash: 4_715_009,
  newsWrites: 4_715_010,
  jobs: 4_715_011,
  backup: 4_715_012,
  /** Deleting files without a row takes it in shared mode, a backup exclusively, so that its files aren't deleted. */
  fileDeletion: 4_715_013,
  moveFiles: 4_715_014,
} as const;
