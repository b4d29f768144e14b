import type { LogPosition } from "#server/platform/log-position.ts";

/** Why a replica isn't used. */
export type Problem =
  /** It hasn't been checked yet. */
  | "unchecked"
  | "unreachable"
  /** It hasn't replayed everything that reads must see. */
  | "behind"
  /** It was promoted, or never was a replica. */
  | "promoted"
  /** It belongs to another database, or follows a server that is no longer the primary. */
  | "unrelated";

export interface ReplicaState extends LogPosition {
  readonly isReplica: boolean;
  /** Seconds since the newest replayed change was made. Null if none has been replayed since the server started. */
  readonly changeAge: number | null;
}

/**
 * The timeline is that of the replica's last checkpoint, so after a failover the replica counts as unrelated until its
 * next checkpoint.
 */
export const CHECK_SQL = `
  select pg_is_in_recovery() as "isReplica", system_identifier::text as system, timeline_id as timeline,
    coalesce(pg_last_wal_replay_lsn() - '0/0'::pg_lsn, 0)::float8 as position,
    extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())::float8 as "changeAge"
  from pg_control_system(), pg_control_checkpoint()`;

/** Returns why a replica in this state can't be used, or null if it has everything up to the required position. */
export function findProblem(state: ReplicaState, requiredPosition: LogPosition): Problem | null {
  if (state.system !== requiredPosition.system) return "unrelated";
  if (!state.isReplica) return "promoted";
  if (state.timeline !== requiredPosition.timeline) return "unrelated";
  return state.position < requiredPosition.position ? "behind" : null;
}
