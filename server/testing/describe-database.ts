import pg from "pg";

/**
 * Describes a database, so that two can be compared: a digest of each table, the values of sequences, and the
 * constraints, triggers and indexes. To compare versions of PostgreSQL, `acrossVersions` omits not-null constraints, and
 * also generated columns, because text search may split words differently.
 */
export async function describeDatabase(url: string, { acrossVersions = false } = {}) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const description: Record<string, string> = {};
    const { rows: tables } = await client.query(
      `select format('%I.%I', n.nspname, c.relname) as name, array(
         select format('t.%I', a.attname) from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum
       ) as columns from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind = 'r' and c.relpersistence = 'p' and n.nspname not in ('pg_catalog', 'information_schema', 'jobs')`,
    );
    for (const { name, columns } of tables) {
      const text = name.includes("__drizzle")
        ? "(hash || created_at)"
        : acrossVersions
          ? `row(${columns})::text`
          : "t::text";
      const { rows } = await client.query(
        `select count(*) || ' ' || coalesce(md5(string_agg(${text}, E'\\n' order by ${text} collate "C")), '') as digest
         from ${name} t`,
      );
      description[name] = rows[0].digest;
    }
    const { rows } = await client.query(`
      select 'sequence ' || schemaname || '.' || sequencename as name, coalesce(last_value::text, 'unused') as value
        from pg_sequences
        where schemaname not in ('jobs', 'drizzle')
      union all select 'constraint ' || conrelid::regclass || '.' || conname, pg_get_constraintdef(oid) from pg_constraint
        where conrelid <> 0 ${acrossVersions ? "and contype <> 'n'" : ""}
      union all select 'trigger ' || tgrelid::regclass || '.' || tgname, tgenabled::text from pg_trigger where not tgisinternal
      union all select 'index ' || indexname, indexdef from pg_indexes where schemaname = 'public'`);
    for (const { name, value } of rows) description[name] = value;
    return description;
  } finally {
    await client.end();
  }
}
