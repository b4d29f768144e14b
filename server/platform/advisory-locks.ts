/**
 * Keys of PostgreSQL's advisory locks, shared by all processes on a database. Any unique numbers will do; listing them
 * here makes duplicates visible. Never change one that was released.
 */
export const ADVISORY_LOCKS = {
  /** Only one process migrates at a time. */
  migrations: 4_715_001,
  /** When several processes start on a new database, only one adds the demo community. */
  demo: 4_715_002,
  /**
   * Two members who close their accounts at once may have voted on each other, so deletions run one after the other.
   */
  forgetMember: 4_715_003,
  /** Only one process at a time cleans up accounts. */
  deleteExpiredAuthData: 4_715_004,
  /** Administrators who leave at the same time run one after the other, so that the last one is refused. */
  lastAdministrator: 4_715_005,
  /** Only one process at a time marks flash news. */
  newsFlash: 4_715_009,
  /** Ingested news is written by one process at a time. */
  newsWrites: 4_715_010,
  /** Only one process at a time creates the job tables and queues. */
  jobs: 4_715_011,
} as const;
