import { and, asc, eq, gt, inArray, or, type SQL, sql } from "drizzle-orm";
import type { Member, Viewer } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import { IMAGE_MAX_BYTES } from "#core/storage/limits.ts";
import { AVATARS, POST_IMAGES } from "#core/storage/rules.ts";
import { StorageError } from "#core/storage/storage-errors.ts";
import type { StorageDeps } from "./deps.ts";
import type { Crop } from "./encode-image.ts";
import { MOUNT } from "./request-parts.ts";
import { storeImage } from "./store-image.ts";
import { objects } from "./tables.ts";
import { consumeImageLimit } from "./upload-object.ts";
import { deleteRows, writeObject } from "./write-object.ts";

export interface MemberFile {
  readonly bucket: string;
  readonly name: string;
  /** The size in bytes. */
  readonly size: number;
  readonly type: string;
  readonly createdAt: string;
}

const BATCH = 500;

/** Matches objects under a member's id in the product's buckets and those the member owns elsewhere. */
function isOwnedBy(userId: string): SQL | undefined {
  return or(
    and(
      inArray(objects.bucketId, [AVATARS, POST_IMAGES]),
      sql`starts_with(${objects.name}, ${`${userId}/`})`,
    ),
    eq(objects.ownerId, userId),
  );
}

/** Lists a member's files. A few hundred are in memory at a time. */
export async function* listMemberFiles(
  { database }: StorageDeps,
  userId: string,
): AsyncGenerator<MemberFile> {
  for (let lastId: string | undefined; ; ) {
    const rows = await database.db
      .select()
      .from(objects)
      .where(and(isOwnedBy(userId), lastId === undefined ? undefined : gt(objects.id, lastId)))
      .orderBy(asc(objects.id))
      .limit(BATCH);
    for (const { bucketId, name, size, contentType, createdAt } of rows)
      yield { bucket: bucketId, name, size, type: contentType, createdAt: createdAt.toISOString() };
    lastId = rows.at(-1)?.id;
    if (rows.length < BATCH) return;
  }
}

const DELETED_BATCH = 200;

/**
 * Deletes a member's files. Call this when the account can no longer upload, and again later for uploads that were
 * still in progress.
 */
export async function deleteMemberFiles(
  context: StorageDeps,
  userId: string,
  { except = [] }: { except?: readonly string[] } = {},
): Promise<number> {
  const isNotExcepted = sql`not (${objects.bucketId} = ${POST_IMAGES} and ${objects.name} = any (${sql.param([...except])}::text[]))`;
  const condition = and(isOwnedBy(userId), isNotExcepted);
  for (let deletedCount = 0; ; ) {
    const { length } = await deleteRows(context, condition, DELETED_BATCH);
    deletedCount += length;
    if (length < DELETED_BATCH) return deletedCount;
  }
}

/**
 * Stores a member's avatar and returns its URL. The URL contains the version, so that it can be cached forever; the
 * caller writes it to the profile. Throws not_signed_in, and StorageError with a message for the user: EntityTooLarge,
 * InvalidMimeType, InvalidRequest (a crop outside the image), SlowDown.
 */
export async function uploadAvatar(context: StorageDeps, viewer: Viewer, bytes: Uint8Array, crop?: Crop) {
  if (!viewer) throw new AppError("not_signed_in");
  if (bytes.length > IMAGE_MAX_BYTES) throw new StorageError("EntityTooLarge");
  await consumeImageLimit(context, viewer.id);
  const {
    width: _width,
    height: _height,
    ...content
  } = await storeImage(
    context,
    AVATARS,
    async () => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    { crop, ownerId: viewer.id },
  );
  const { bucketId, name, version } = await writeObject(
    context,
    {
      ...content,
      bucketId: AVATARS,
      name: `${viewer.id}/avatar.webp`,
      ownerId: viewer.id,
      cacheControl: "public, max-age=3600",
      userMetadata: {},
    },
    { replace: true },
  );
  return { url: `${MOUNT}/object/public/${bucketId}/${name}?v=${version}` };
}

const AVATARS_BATCH = 200;

/**
 * Deletes everything in the member's folder. The caller first removes the URL from the profile. Throws not_signed_in.
 */
export async function removeAvatar(context: StorageDeps, viewer: Pick<Member, "id"> | null): Promise<void> {
  if (!viewer) throw new AppError("not_signed_in");
  const condition = and(eq(objects.bucketId, AVATARS), sql`starts_with(${objects.name}, ${`${viewer.id}/`})`);
  while ((await deleteRows(context, condition, AVATARS_BATCH)).length === AVATARS_BATCH);
}
