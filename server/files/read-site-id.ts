import type pg from "pg";

/** Reads the site's random ID, which its folder and its backups are named after. */
export async function readSiteId(database: Pick<pg.Pool, "query">): Promise<string | undefined> {
  const { rows } = await database.query<{ value: string }>(
    "select value from storage.settings where name = 'folder'",
  );
  return rows[0]?.value;
}
