import type pg from "pg";
import type { BackupSequence, BackupTable } from "./format.ts";

/** A backup omits PostgreSQL's own schemas, `drizzle` (written by migrations) and `jobs` (created at startup). */
const EXCLUDED_SCHEMAS = "'pg_catalog', 'information_schema', 'drizzle', 'jobs'";

/** True for tables and sequences that are in no excluded schema and belong to no extension. */
const IS_INCLUDED = `n.nspname not in (${EXCLUDED_SCHEMAS}) and n.nspname !~ '^pg_(toast|temp)'
  and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`;

/** Lists tables with their non-generated columns. Omits unlogged tables, which a crash would empty anyway. */
export async function listTables(client: pg.ClientBase): Promise<BackupTable[]> {
  const { rows } = await client.query<BackupTable>(`
    select n.nspname as schema, c.relname as name, array(
      select a.attname::text from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum
    ) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and c.relpersistence = 'p' and ${IS_INCLUDED} order by 1, 2`);
  return rows;
}

/** Sequences advance independently of transactions, so call this after the snapshot has been taken. */
export async function readSequences(client: pg.ClientBase): Promise<BackupSequence[]> {
  const { rows } = await client.query<{ schema: string; name: string; quotedName: string }>(`
    select n.nspname as schema, c.relname as name, format('%I.%I', n.nspname, c.relname) as "quotedName"
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'S' and ${IS_INCLUDED} order by 1, 2`);
  const sequences: BackupSequence[] = [];
  for (const { schema, name, quotedName } of rows) {
    const { rows: states } = await client.query<{ value: string; isCalled: boolean }>(
      `select last_value::text as value, is_called as "isCalled" from ${quotedName}`,
    );
    for (const state of states) sequences.push({ schema, name, ...state });
  }
  return sequences;
}
