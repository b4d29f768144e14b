import type { SQL } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import type { QueryResult, QueryResultRow } from "pg";
import type { Db, Tx } from "./client.ts";

const dialect = new PgDialect();

/** Runs a prepared statement, for frequent ones that take longer to plan than to run. Only parameters may vary. */
export function executeNamed<Row extends QueryResultRow>(
  db: Pick<Db | Tx, "_">,
  name: string,
  statement: SQL,
): Promise<QueryResult<Row>> {
  const query = dialect.sqlToQuery(statement);
  const prepared = db._.session.prepareQuery(query, undefined, name, false);
  return prepared.execute() as Promise<QueryResult<Row>>;
}
