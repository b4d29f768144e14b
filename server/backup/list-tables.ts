import type pg from "pg";
import type { BackupSequence, BackupTable } from "./format.ts";

/**
 * Not part of a backup: PostgreSQL's own schemas; the record of migrations, which migrating writes; and the queues,
 * which the program creates when it starts.
 */
const OTHER_SCHEMAS = "'pg_catalog', 'information_schema', 'drizzle', 'jobs'";

/** Tables and sequences that belong to neither another schema nor an extension. */
const IS_OURS = `n.nspname not in (${OTHER_SCHEMAS}) and n.nspname !~ '^pg_(toast|temp)'
  and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`;

/**
 * The tables with rows, sorted by name, each with the columns that a COPY must contain: PostgreSQL computes generated
 * ones itself. Unlogged tables are lost with every crash, so their rows aren't needed.
 */
export async function listTables(client: pg.ClientBase): Promise<BackupTable[]> {
  const { rows } = await client.query<BackupTable>(`
    select n.nspname as schema, c.relname as name, array(
      select a.attname::text from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum
    ) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and c.relpersistence = 'p' and ${IS_OURS} order by 1, 2`);
  return rows;
}

/** Sequences advance independently of transactions, so call it after the snapshot was taken. */
export async function readSequences(client: pg.ClientBase): Promise<BackupSequence[]> {
  const { rows } = await client.query<{ schema: string; name: string; path: string }>(`
    select n.nspname as schema, c.relname as name, format('%I.%I', n.nspname, c.relname) as path
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'S' and ${IS_OURS} order by 1, 2`);
  const sequences: BackupSequence[] = [];
  for (const { schema, name, path } of rows) {
    const { rows: states } = await client.query<{ value: string; isCalled: boolean }>(
      `select last_value::text as value, is_called as "isCalled" from ${path}`,
    );
    for (const state of states) sequences.push({ schema, name, ...state });
  }
  return sequences;
}
