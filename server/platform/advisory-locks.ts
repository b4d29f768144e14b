/**
 * The keys of PostgreSQL's advisory locks, which all programs on a database share. Any numbers do, as long as no two
 * are the same: they stand together so that this can be seen. Those of released versions stay as they are.
 */
export const ADVISORY_LOCKS = {
  /** One program migrates at a time. */
  migrations: 4_715_001,
  /** Of several programs that start on one new database, one puts the demo community in. */
  demo: 4_715_002,
  /** Two members who leave at once may have voted on each other: one after the other. */
  forgetMember: 4_715_003,
  /** One program at a time sweeps the accounts. */
  sweepAuth: 4_715_004,
  /** Two administrators who leave at once follow one another, so that one of them is refused. */
  lastAdministrator: 4_715_005,
  /** One program at a time marks flash news. */
  newsFlash: 4_715_009,
  /** One writer of gathered news at a time. */
  newsWrites: 4_715_010,
  /** One program at a time makes the tables and queues of the jobs. */
  jobs: 4_715_011,
} as const;
