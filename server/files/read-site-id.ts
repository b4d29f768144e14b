import type pg from "pg";

/** A random ID. The site's folder and backups are named after it. */
export async function readSiteId(database: Pick<pg.Pool, "query">): Promise<string | undefined> {
  const { rows } = await database.query<{ value: string }>(
    "select value from storage.settings where name = 'folder'",
  );
  return rows[0]?.value;
}
