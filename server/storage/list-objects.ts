import { sql } from "drizzle-orm";
import { z } from "zod";
import { LIST_MAX } from "#core/storage/limits.ts";
import { getOwnKeyPrefix } from "#core/storage/rules.ts";
import type { StorageHandler } from "./deps.ts";
import { escapeLike } from "./escape-like.ts";
import { findBucket, findObjectsById } from "./find-object.ts";
import { presentEntry } from "./present-object.ts";
import { integer, optional, parseObjectPath, readJsonBody } from "./request-parts.ts";

const shape = z.object({
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

/** POST /object/list/{bucket}: direct contents of the folder `prefix`. Folders are derived from keys. */
export const handleListObjects: StorageHandler = async (c, storage) => {
  const actor = await storage.identifyActor(c.req.header("authorization"));
  const body = await readJsonBody(c, shape);
  const bucket = await findBucket(storage, parseObjectPath(c, "/object/list").bucketId);
  const ownershipFilter = getOwnKeyPrefix(actor, bucket);
  if (ownershipFilter === null || `${body.prefix}${body.search}`.includes("\0")) return c.json([]);

  const { folder, beginning } = toSearchFolder(body.prefix ?? "", body.search ?? "");
  const column = body.sortBy?.column ?? "name";
  const order = sql.raw(body.sortBy?.order === "desc" ? "desc" : "asc");
  const byName = sql`lower(entry) collate "C" ${column === "name" ? order : sql.raw("asc")}, entry collate "C"`;
  const orderBy =
    column === "name" ? byName : sql`(id is not null), ${sql.identifier(column)} ${order}, ${byName}`;

  const { rows } = await storage.database.db.execute<Entry>(sql`
    with inside as (
      select id, substr(name, ${folder.length + 1}::int) as rest, created_at, updated_at, last_accessed_at
      from storage.objects
      where bucket_id = ${bucket.id} and name like ${`${escapeLike(folder)}%`} and name like ${`${escapeLike(ownershipFilter)}%`}
    ), entries as (
      select distinct split_part(rest, '/', 1) as entry, null::uuid as id, null::timestamptz as created_at,
        null::timestamptz as updated_at, null::timestamptz as last_accessed_at
      from inside where position('/' in rest) > 0
      union all
      select rest, id, created_at, updated_at, last_accessed_at from inside where position('/' in rest) = 0
    )
    select entry, id from entries
    where entry ilike ${`${escapeLike(beginning)}%`}
    order by ${orderBy}
    limit ${Math.min(body.limit ?? 100, LIST_MAX)} offset ${body.offset ?? 0}`);

  const objects = await findObjectsById(storage, rows);
  const presented: object[] = [];
  for (const { entry, id } of rows) {
    const object = id === null ? undefined : objects.get(id);
    if (id === null) presented.push({ name: entry, ...FOLDER });
    else if (object) presented.push({ name: entry, ...presentEntry(object) });
  }
  return c.json(presented);
};

const FOLDER = { id: null, updated_at: null, created_at: null, last_accessed_at: null, metadata: null };

/** Only the last segment of the search is the beginning of a name; the rest is a folder below the prefix. */
function toSearchFolder(prefix: string, search: string): { folder: string; beginning: string } {
  const inFolder = prefix.replace(/^\/+|\/+$/g, "");
  const path = search.replace(/^\/+/, "");
  const slash = path.lastIndexOf("/") + 1;
  return {
    folder: `${inFolder}${inFolder ? "/" : ""}${path.slice(0, slash)}`,
    beginning: path.slice(slash),
  };
}
