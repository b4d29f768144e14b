import type { SQL } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import type { QueryResult, QueryResultRow } from "pg";
import type { Db, Tx } from "./client.ts";

const dialect = new PgDialect();

/**
 * Runs a prepared statement. Use this for frequent statements that take longer to plan than to run. Statements with the
 * same name may differ only in their parameters.
 */
export function executeNamed<Row extends QueryResultRow>(
  db: Pick<Db | Tx, "_">,
  name: string,
  statement: SQL,
): Promise<QueryResult<Row>> {
  return prepareNamed(name, statement)(db, {}) as Promise<QueryResult<Row>>;
}

/**
 * Returns a function that runs the statement like executeNamed, but without building its text each time. `values`
 * replace its placeholders.
 */
export function prepareNamed<Row extends QueryResultRow>(name: string, statement: SQL) {
  const query = dialect.sqlToQuery(statement);
  return (db: Pick<Db | Tx, "_">, values: Readonly<Record<string, unknown>>) =>
    db._.session.prepareQuery(query, undefined, name, false).execute(values) as Promise<QueryResult<Row>>;
}
