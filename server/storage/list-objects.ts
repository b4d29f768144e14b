import { sql } from "drizzle-orm";
import { z } from "zod";
import { LIST_MAX, LIST_V2_MAX } from "#core/storage/limits.ts";
import { getOwnKeyPrefix } from "#core/storage/rules.ts";
import { StorageError } from "#core/storage/storage-errors.ts";
import { encodeCursor, parseCursor } from "#server/platform/list-cursor.ts";
import type { StorageHandler } from "./deps.ts";
import { escapeLike, findBucket, findObjectsById } from "./find-object.ts";
import { presentEntry } from "./present-object.ts";
import { integer, optional, parseJsonBody, parseObjectPath } from "./request-parts.ts";

const listShape = z.object({
  prefix: optional(z.string().max(1024)),
  limit: optional(integer(1, 1_000_000)),
  offset: optional(integer(0, 100_000_000)),
  search: optional(z.string().max(1024)),
  sortBy: optional(
    z.object({
      column: optional(z.enum(["name", "updated_at", "created_at", "last_accessed_at"])),
      order: optional(z.enum(["asc", "desc"])),
    }),
  ),
});

interface Entry extends Record<string, unknown> {
  entry: string;
  id: string | null;
}

/** POST /object/list/{bucket}: lists what is directly in the folder `prefix`. Folders are derived from keys. */
export const handleListObjects: StorageHandler = async (c, deps, actor) => {
  const body = parseJsonBody(c, listShape);
  const bucket = await findBucket(deps, parseObjectPath(c, "/object/list").bucketId);
  const ownKeyPrefix = getOwnKeyPrefix(actor, bucket);
  if (ownKeyPrefix === null || `${body.prefix}${body.search}`.includes("\0")) return c.json([]);

  const { folder, namePrefix } = splitSearch(body.prefix ?? "", body.search ?? "");
  const column = body.sortBy?.column ?? "name";
  const order = sql.raw(body.sortBy?.order === "desc" ? "desc" : "asc");
  const byName = sql`lower(entry) collate "C" ${column === "name" ? order : sql.raw("asc")}, entry collate "C"`;
  const orderBy =
    column === "name" ? byName : sql`(id is not null), ${sql.identifier(column)} ${order}, ${byName}`;

  const { rows } = await deps.database.db.execute<Entry>(sql`
    with inside as (
      select id, substr(name, ${folder.length + 1}::int) as rest, created_at, updated_at, last_accessed_at
      from storage.objects
      where bucket_id = ${bucket.id} and name like ${`${escapeLike(folder)}%`} and name like ${`${escapeLike(ownKeyPrefix)}%`}
    ), entries as (
      select distinct split_part(rest, '/', 1) as entry, null::uuid as id, null::timestamptz as created_at,
        null::timestamptz as updated_at, null::timestamptz as last_accessed_at
      from inside where position('/' in rest) > 0
      union all
      select rest, id, created_at, updated_at, last_accessed_at from inside where position('/' in rest) = 0
    )
    select entry, id from entries
    where entry ilike ${`${escapeLike(namePrefix)}%`}
    order by ${orderBy}
    limit ${Math.min(body.limit ?? 100, LIST_MAX)} offset ${body.offset ?? 0}`);

  const objects = await findObjectsById(deps, rows);
  const entries: object[] = [];
  for (const { entry, id } of rows) {
    const object = id === null ? undefined : objects.get(id);
    if (id === null) entries.push({ name: entry, ...FOLDER });
    else if (object) entries.push({ name: entry, ...presentEntry(object) });
  }
  return c.json(entries);
};

const FOLDER = { id: null, updated_at: null, created_at: null, last_accessed_at: null, metadata: null };

/** Only the last segment of `search` is the beginning of a name; the rest is a folder inside the folder `prefix`. */
function splitSearch(prefix: string, search: string): { folder: string; namePrefix: string } {
  const parentFolder = prefix.replace(/^\/+|(?<!\/)\/+$/g, "");
  const path = search.replace(/^\/+/, "");
  const nameStart = path.lastIndexOf("/") + 1;
  return {
    folder: `${parentFolder}${parentFolder ? "/" : ""}${path.slice(0, nameStart)}`,
    namePrefix: path.slice(nameStart),
  };
}

const sortShape = z.object({
  column: z.enum(["name", "created_at", "updated_at"]).default("name"),
  order: z.enum(["asc", "desc"]).default("asc"),
});

const pageShape = z.object({
  prefix: optional(z.string().max(1024)),
  limit: optional(integer(1, 1_000_000)),
  cursor: optional(z.string().max(4096)),
  with_delimiter: optional(z.boolean()),
  sortBy: optional(sortShape),
});

/** The end of a page: the sort order, the last entry's key and, in a list sorted by time, its time. */
const cursorShape = z.tuple([
  sortShape.shape.column,
  sortShape.shape.order,
  z.string().regex(/^[^\0]{0,2048}$/),
  /** Microseconds since 1970, PostgreSQL's precision; null for a folder and in a list sorted by name. */
  z
    .string()
    .regex(/^-?\d{1,18}$/)
    .nullable(),
]);

interface PageEntry extends Record<string, unknown> {
  key: string;
  id: string | null;
  at: string | null;
}

/** POST /object/list-v2/{bucket}: lists the keys that start with `prefix`, in pages. */
export const handleListObjectsV2: StorageHandler = async (c, deps, actor) => {
  const body = parseJsonBody(c, pageShape);
  const bucket = await findBucket(deps, parseObjectPath(c, "/object/list-v2").bucketId);
  const ownKeyPrefix = getOwnKeyPrefix(actor, bucket);
  const prefix = body.prefix ?? "";
  if (ownKeyPrefix === null || prefix.includes("\0"))
    return c.json({ hasNext: false, folders: [], objects: [] });

  const cursor = parseCursor(cursorShape, body.cursor ?? null);
  if (body.cursor !== undefined && !cursor)
    throw new StorageError("InvalidRequest", { message: "body/cursor is invalid" });
  const { column: sortColumn = "name", order: sortOrder = "asc" } = body.sortBy ?? {};
  const [column, order] = cursor ?? [sortColumn, sortOrder];
  const limit = Math.min(body.limit ?? LIST_V2_MAX, LIST_V2_MAX);
  const time =
    column === "name"
      ? sql`null::bigint`
      : sql`(extract(epoch from ${sql.identifier(column)}) * 1000000)::bigint`;
  const withFolders = body.with_delimiter ?? false;
  const { rows } = await deps.database.db.execute<PageEntry>(sql`
    with inside as (
      select id, name, substr(name, ${prefix.length + 1}::int) as rest, ${time} as at
      from storage.objects
      where bucket_id = ${bucket.id} and name like ${`${escapeLike(prefix)}%`} and name like ${`${escapeLike(ownKeyPrefix)}%`}
    ), entries as (
      select distinct ${prefix}::text || split_part(rest, '/', 1) || '/' as key, null::uuid as id, null::bigint as at
      from inside where ${withFolders} and position('/' in rest) > 0
      union all
      select name, id, at from inside where not ${withFolders} or position('/' in rest) = 0
    )
    select key, id, at::text from entries
    where ${cursor ? buildCursorCondition(cursor) : sql`true`}
    order by ${sql.raw(`(at is not null), at ${order}, key collate "C" ${order}`)}
    limit ${limit + 1}`);

  const page = rows.slice(0, limit);
  const objects = await findObjectsById(deps, page);
  const last = page.at(-1);
  const hasNext = rows.length > limit && last !== undefined;
  return c.json({
    hasNext,
    ...(hasNext
      ? { nextCursor: encodeCursor([column, order, last.key, last.at]), nextCursorKey: last.key }
      : {}),
    folders: page.filter((row) => row.id === null).map(({ key }) => ({ name: key, key: key.slice(0, -1) })),
    objects: page.flatMap(({ id, key }) => {
      const object = id === null ? undefined : objects.get(id);
      return object ? [{ name: key, key, ...presentEntry(object) }] : [];
    }),
  });
};

/** In a list sorted by time, folders come first, because they have no time. */
function buildCursorCondition([column, order, key, at]: z.output<typeof cursorShape>) {
  const comparison = sql.raw(order === "asc" ? ">" : "<");
  const keyAfter = sql`key collate "C" ${comparison} ${key}`;
  if (column === "name") return keyAfter;
  if (at === null) return sql`(at is not null or ${keyAfter})`;
  return sql`(at ${comparison} ${at}::bigint or (at = ${at}::bigint and ${keyAfter}))`;
}
