import type pg from "pg";
import type { Announcements } from "#server/platform/announcements.ts";

export type StoreName = "disk" | "s3";

export interface Location {
  /** Where new files are written. */
  readonly store: StoreName;
  /** The other store, while it may still contain files. */
  readonly previous: StoreName | null;
  /**
   * When the last move was completed. Null before the first move, while a move is incomplete, and after the old copies
   * have been deleted.
   */
  readonly movedAt: Date | null;
}

/** For databases without a stored location, and those without the table, such as one restored from an old backup. */
const ON_DISK: Location = { store: "disk", previous: null, movedAt: null };

type Queryable = Pick<pg.Pool | pg.ClientBase, "query">;

async function hasTable(database: Queryable): Promise<boolean> {
  const { rows } = await database.query<{ exists: boolean }>(
    "select to_regclass('storage.location') is not null as exists",
  );
  return rows[0]?.exists ?? false;
}

export async function readLocation(database: Queryable): Promise<Location> {
  if (!(await hasTable(database))) return ON_DISK;
  const { rows } = await database.query<Location>(
    'select store, previous, moved_at as "movedAt" from storage.location',
  );
  return rows[0] ?? ON_DISK;
}

/**
 * Returns the location. On the first start, chooses it: S3 if S3 is configured and the site has no files yet,
 * otherwise the disk.
 */
export async function ensureLocation(database: Queryable, hasS3: boolean): Promise<Location> {
  await database.query(
    `insert into storage.location (store)
     select case when $1 and not exists (select from storage.objects)
       and not exists (select from public.news_images where state = 'stored') then 's3' else 'disk' end
     on conflict do nothing`,
    [hasS3],
  );
  return readLocation(database);
}

/** Saves the location. Does nothing if the database doesn't have the table yet. */
export async function saveLocation(database: Queryable, { store, previous, movedAt }: Location) {
  if (!(await hasTable(database))) return;
  await database.query(
    `insert into storage.location (store, previous, moved_at) values ($1, $2, $3)
     on conflict (id) do update set store = excluded.store, previous = excluded.previous, moved_at = excluded.moved_at`,
    [store, previous, movedAt],
  );
}

export type LocationCache = ReturnType<typeof createLocationCache>;

/** Caches the location until a change is announced. Whenever announcements may be missed, reads it each time. */
export function createLocationCache(
  pool: pg.Pool,
  announcements: Pick<Announcements, "on" | "isCurrent"> | null,
) {
  let cachedLocation: Location | undefined;
  let changeCount = 0;
  const refresh = async () => {
    const countBefore = changeCount;
    const location = await readLocation(pool);
    if (changeCount === countBefore) cachedLocation = location;
    return location;
  };
  announcements?.on("files", () => {
    changeCount += 1;
    cachedLocation = undefined;
  });
  return {
    refresh,
    read: async () => (cachedLocation && announcements?.isCurrent() ? cachedLocation : refresh()),
  };
}

/** Reads the site's random ID, which its folder and its backups are named after. */
export async function readSiteId(database: Pick<pg.Pool, "query">): Promise<string | undefined> {
  const { rows } = await database.query<{ value: string }>(
    "select value from storage.settings where name = 'folder'",
  );
  return rows[0]?.value;
}
