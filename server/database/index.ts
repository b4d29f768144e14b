/**
 * The database: one pool, drizzle over it, migrations. Everything after the connection string is the same for
 * the embedded server and for one of the operator's own.
 */
export { type Database, type Db, expectedError, openDatabase, type Tx } from "./client.ts";
export { executeNamed } from "./execute-named.ts";
export { isoOfMicros, microsOf, timeOfMicros } from "./micros.ts";
export { migrate, pendingMigrations } from "./migrate.ts";
