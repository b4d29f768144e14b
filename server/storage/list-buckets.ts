import { and, asc, desc, eq, ilike } from "drizzle-orm";
import { z } from "zod";
import { isStorageAdministrator } from "#core/storage/rules.ts";
import { escapeLike } from "./escape-like.ts";
import type { StorageHandler } from "./handler.ts";
import { presentBucket } from "./present-bucket.ts";
import { integer, parseQuery } from "./request-parts.ts";
import { buckets } from "./tables.ts";

const LIMIT_MAX = 1000;

const COLUMNS = {
  id: buckets.id,
  name: buckets.name,
  created_at: buckets.createdAt,
  updated_at: buckets.updatedAt,
} as const;

const shape = z.object({
  limit: integer(1, 1_000_000).default(LIMIT_MAX),
  offset: integer(0, 1_000_000).default(0),
  search: z.string().max(100).default(""),
  sortColumn: z.enum(["id", "name", "created_at", "updated_at"]).default("name"),
  sortOrder: z.enum(["asc", "desc"]).default("asc"),
});

/** GET /bucket */
export const handleListBuckets: StorageHandler = async (c, storage) => {
  const actor = await storage.identifyActor(c.req.header("authorization"));
  const { limit, offset, search, sortColumn, sortOrder } = parseQuery(c, shape);
  const column = COLUMNS[sortColumn];
  const rows = await storage.database.db
    .select()
    .from(buckets)
    .where(
      and(
        isStorageAdministrator(actor) ? undefined : eq(buckets.isPublic, true),
        search ? ilike(buckets.name, `%${escapeLike(search)}%`) : undefined,
      ),
    )
    .orderBy(sortOrder === "asc" ? asc(column) : desc(column), asc(buckets.id))
    .limit(Math.min(limit, LIMIT_MAX))
    .offset(offset);
  return c.json(rows.map((bucket) => ({ ...presentBucket(bucket), type: "STANDARD" })));
};
