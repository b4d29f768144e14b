import { and, asc, desc, eq, ilike, sql } from "drizzle-orm";
import type { Context } from "hono";
import { z } from "zod";
import { isMimeType, parseFileSize } from "#core/storage/limits.ts";
import { assertBucketName } from "#core/storage/names.ts";
import { canSeeBucket, hasServiceRole, isProductBucket, type StorageActor } from "#core/storage/rules.ts";
import { StorageError } from "#core/storage/storage-errors.ts";
import { deleteRows } from "./delete-rows.ts";
import type { StorageDeps, StorageHandler } from "./deps.ts";
import { escapeLike, findBucket } from "./find-object.ts";
import { createUnsupportedTypeError } from "./read-upload.ts";
import { integer, parseJsonBody, parseObjectPath, parseQuery } from "./request-parts.ts";
import { type BucketRow, buckets, objects } from "./tables.ts";

const LIMIT_MAX = 1000;

const SORT_COLUMNS = {
  id: buckets.id,
  name: buckets.name,
  created_at: buckets.createdAt,
  updated_at: buckets.updatedAt,
} as const;

const listShape = z.object({
  limit: integer(1, 1_000_000).default(LIMIT_MAX),
  offset: integer(0, 1_000_000).default(0),
  search: z.string().max(100).default(""),
  sortColumn: z.enum(["id", "name", "created_at", "updated_at"]).default("name"),
  sortOrder: z.enum(["asc", "desc"]).default("asc"),
});

/** GET /bucket */
export const handleListBuckets: StorageHandler = async (c, deps, actor) => {
  const { limit, offset, search, sortColumn, sortOrder } = parseQuery(c, listShape);
  const column = SORT_COLUMNS[sortColumn];
  const rows = await deps.database.db
    .select()
    .from(buckets)
    .where(
      and(
        hasServiceRole(actor) ? undefined : eq(buckets.isPublic, true),
        search ? ilike(buckets.name, `%${escapeLike(search)}%`) : undefined,
      ),
    )
    .orderBy(sortOrder === "asc" ? asc(column) : desc(column), asc(buckets.id))
    .limit(Math.min(limit, LIMIT_MAX))
    .offset(offset);
  return c.json(rows.map((bucket) => ({ ...presentBucket(bucket), type: "STANDARD" })));
};

/** Null removes the size limit or the list of types. Absent settings stay unchanged. */
const bucketSettings = z.object({
  public: z.boolean().nullish(),
  file_size_limit: z.union([z.number(), z.string()]).nullish(),
  allowed_mime_types: z.array(z.string().max(255)).max(100).nullish(),
});

const newBucketShape = bucketSettings.extend({
  name: z.string({ error: "must have required property 'name'" }),
  id: z.string().nullish(),
});

/** POST /bucket */
export const handleCreateBucket: StorageHandler = async (c, deps, actor) => {
  const body = parseJsonBody(c, newBucketShape);
  const id = body.id || body.name;
  assertBucketName(body.name);
  assertBucketName(id);
  const columns = toBucketColumns(deps, body);
  if (!hasServiceRole(actor)) throw new StorageError("AccessDenied");

  const now = deps.clock.now();
  const createdRows = await deps.database.db
    .insert(buckets)
    .values({ ...columns, id, name: body.name, ownerId: actor.userId, createdAt: now, updatedAt: now })
    .onConflictDoNothing()
    .returning({ id: buckets.id });
  if (createdRows.length === 0) throw new StorageError("BucketAlreadyExists");
  return c.json({ name: body.name });
};

/** GET /bucket/{id} */
export const handleGetBucket: StorageHandler = async (c, deps, actor) => {
  const bucket = await findBucket(deps, parseObjectPath(c, "/bucket").bucketId);
  if (!canSeeBucket(actor, bucket)) throw new StorageError("NoSuchBucket");
  return c.json(presentBucket(bucket));
};

/** PUT /bucket/{id} */
export const handleUpdateBucket: StorageHandler = async (c, deps, actor) => {
  const bucket = await requireManageableBucket(c, deps, actor);
  const columns = toBucketColumns(deps, parseJsonBody(c, bucketSettings));
  if (isProductBucket(bucket.id) && columns.isPublic === false) {
    throw new StorageError("AccessDenied", { message: "The site uses this bucket, so it must stay public" });
  }
  await deps.database.db
    .update(buckets)
    .set({ ...columns, updatedAt: deps.clock.now() })
    .where(eq(buckets.id, bucket.id));
  return c.json({ message: "Successfully updated" });
};

const BATCH_SIZE = 200;

/** POST /bucket/{id}/empty: deletes the first batch before responding, so that a small bucket is empty immediately. */
export const handleEmptyBucket: StorageHandler = async (c, deps, actor) => {
  if (!hasServiceRole(actor)) {
    throw new StorageError("AccessDenied", { httpStatus: 403, message: "Access denied: Invalid role" });
  }
  const { bucketId } = parseObjectPath(c, "/bucket");
  const bucket = await findBucket(deps, bucketId);
  /** Returns whether the bucket may contain more objects. */
  const deleteBatch = async () =>
    (await deleteRows(deps, eq(objects.bucketId, bucket.id), BATCH_SIZE)).length === BATCH_SIZE;
  const deleteRest = async () => {
    while (await deleteBatch());
  };
  if (await deleteBatch()) {
    void deleteRest().catch((error: unknown) =>
      deps.log.error({ err: error, bucket: bucket.id }, "emptying a bucket failed"),
    );
  }
  return c.json({ message: "Empty bucket has been queued. Completion may take up to an hour." });
};

/** DELETE /bucket/{id} */
export const handleDeleteBucket: StorageHandler = async (c, deps, actor) => {
  const bucket = await requireManageableBucket(c, deps, actor);
  if (isProductBucket(bucket.id)) {
    throw new StorageError("AccessDenied", { message: "The site uses this bucket, so it can't be deleted" });
  }
  await deps.database.db.transaction(async (tx) => {
    // Waits for uploads that have locked the bucket. Later uploads find no bucket.
    await tx.select({ id: buckets.id }).from(buckets).where(eq(buckets.id, bucket.id)).for("update");
    const { rows } = await tx.execute<{ has_objects: boolean }>(
      sql`select exists (select from ${objects} where ${objects.bucketId} = ${bucket.id}) as has_objects`,
    );
    if (rows[0]?.has_objects) throw new StorageError("ResourceNotEmpty");
    const deletedRows = await tx
      .delete(buckets)
      .where(eq(buckets.id, bucket.id))
      .returning({ id: buckets.id });
    if (deletedRows.length === 0) throw new StorageError("NoSuchBucket");
  });
  return c.json({ message: "Successfully deleted" });
};

/** Throws StorageError: InvalidRequest, EntityTooLarge, InvalidMimeType. */
function toBucketColumns(
  { maxBytes }: StorageDeps,
  settings: z.output<typeof bucketSettings>,
): Partial<Pick<BucketRow, "isPublic" | "fileSizeLimit" | "allowedMimeTypes">> {
  const { file_size_limit: size, allowed_mime_types: types } = settings;
  const fileSizeLimit = typeof size === "number" || typeof size === "string" ? parseFileSize(size) : size;
  if ((fileSizeLimit ?? 0) > maxBytes) throw new StorageError("EntityTooLarge");
  for (const type of types ?? [])
    if (type !== "*" && !isMimeType(type)) throw createUnsupportedTypeError(type);
  return {
    ...(typeof settings.public === "boolean" ? { isPublic: settings.public } : {}),
    ...(fileSizeLimit === undefined ? {} : { fileSizeLimit }),
    ...(types === undefined ? {} : { allowedMimeTypes: types }),
  };
}

/** Throws AccessDenied, and NoSuchBucket (also for a bucket that the actor may not see). */
async function requireManageableBucket(c: Context, deps: StorageDeps, actor: StorageActor) {
  const bucket = await findBucket(deps, parseObjectPath(c, "/bucket").bucketId);
  if (!canSeeBucket(actor, bucket)) throw new StorageError("NoSuchBucket");
  if (!hasServiceRole(actor)) throw new StorageError("AccessDenied");
  return bucket;
}

function presentBucket(bucket: BucketRow) {
  return {
    id: bucket.id,
    name: bucket.name,
    owner: bucket.ownerId ?? "",
    public: bucket.isPublic,
    file_size_limit: bucket.fileSizeLimit,
    allowed_mime_types: bucket.allowedMimeTypes,
    created_at: bucket.createdAt.toISOString(),
    updated_at: bucket.updatedAt.toISOString(),
  };
}
