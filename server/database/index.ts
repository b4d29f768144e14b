/** Opens, migrates and queries the database, regardless of whether the server is embedded or the operator's own. */
export { type Database, type Db, openDatabase, type Reader, type Tx } from "./client.ts";
export { commitWith } from "./commit-with.ts";
export { connectAtStartup, describeDatabaseUrl } from "./connect-at-startup.ts";
export { findExpectedError, findViolatedConstraint, hasSqlState } from "./errors.ts";
export { executeNamed, prepareNamed } from "./execute-named.ts";
export { microsToIso, microsToTime, toMicros } from "./micros.ts";
export {
  countPendingMigrations,
  hasMigrations,
  listMigrations,
  type Migration,
  migrate,
  migrateUntil,
} from "./migrate.ts";
export type { Replicas } from "./replicas/create-replicas.ts";
export type { ReplicaStatus } from "./replicas/replica.ts";
