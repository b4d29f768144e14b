/**
 * Keys of PostgreSQL's advisory locks, shared by all processes on a database. Any unique numbers will do;
 * listing them here makes duplicates visible. Never change a key once it was released.
 */
export const ADVISORY_LOCKS = {
  /** Only one process migrates at a time. */
  migrations: 4_715_001,
  /** When several processes start on a new database, only one adds the demo community. */
  demo: 4_715_002,
  /**
   * Deletions run one after the other, because members who delete their accounts at the same time may have
   * voted on each other's content. They don't run while older content is indexed for search.
   */
  forgetMember: 4_715_003,
  /** Only one process at a time cleans up accounts. */
  deleteExpiredAuthData: 4_715_004,
  /**
   * When administrators leave at the same time, they are handled one after the other, so that the last one can
   * be stopped.
   */
  lastAdministrator: 4_715_005,
  /** Only one process at a time marks flash news. */
  newsFlash: 4_715_009,
  /** Only one process at a time writes ingested news. */
  newsWrites: 4_715_010,
  /** Only one process at a time creates the job tables and queues. */
  jobs: 4_715_011,
  /** Only one backup of a database at a time. */
  backup: 4_715_012,
  /**
   * Deleting files without a row takes this lock in shared mode. A backup takes it exclusively, so that the
   * files of its snapshot aren't deleted.
   */
  fileDeletion: 4_715_013,
  /** Only one command at a time moves the files of a site or deletes their old copies. */
  moveFiles: 4_715_014,
} as const;
