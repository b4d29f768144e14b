import type pg from "pg";

/** A point in a database's history. Replicas replay the log (WAL) of the primary database. */
export interface LogPosition {
  /** Identifies the database cluster and its replicas. */
  readonly system: string;
  /** Changes when a replica is promoted. Positions on different timelines can't be compared. */
  readonly timeline: number;
  /** The number of bytes in the log before this point. */
  readonly position: number;
}

/**
 * Reads the log's flush position, or its insert position if commits don't wait for the flush. All confirmed changes are
 * before this position. Rejects on a replica.
 */
export async function readLogPosition(connection: Pick<pg.ClientBase, "query">): Promise<LogPosition> {
  const { rows } = await connection.query<LogPosition>(
    `select system_identifier::text as system,
       ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int as timeline,
       (case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn()
         else pg_current_wal_flush_lsn() end - '0/0'::pg_lsn)::float8 as position
     from pg_control_system()`,
  );
  return rows[0] as LogPosition;
}
