import { eq, sql } from "drizzle-orm";
import { IMAGES_PER_CLIENT, IMAGES_PER_HOUR, MEMBER_MAX_BYTES } from "#core/storage/limits.ts";
import { hasServiceRole, type StorageActor } from "#core/storage/rules.ts";
import { StorageError } from "#core/storage/storage-errors.ts";
import type { StorageDeps } from "./deps.ts";
import { objects } from "./tables.ts";

/**
 * Counts an upload toward the limits of the member and the client (an IPv4 address or an IPv6 /64). The service role has
 * no limits. Throws StorageError: EntityTooLarge (the member's files take up too much space), SlowDown.
 */
export async function consumeUploadLimits(deps: StorageDeps, actor: StorageActor, client: string) {
  if (actor.userId === null || hasServiceRole(actor)) return;
  await assertHasSpace(deps, actor.userId);
  await consumeImageLimit(deps, actor.userId);
  for (const limit of IMAGES_PER_CLIENT)
    await consume(deps, `storage-pictures-client-${limit.durationSeconds}`, client, limit);
}

/** Counts an image toward the member's hourly limit. Throws StorageError("SlowDown"). */
export const consumeImageLimit = (deps: StorageDeps, userId: string): Promise<void> =>
  consume(deps, "storage-pictures", userId, IMAGES_PER_HOUR);

async function consume(
  { limits }: StorageDeps,
  name: string,
  key: string,
  limit: { readonly points: number; readonly durationSeconds: number },
): Promise<void> {
  const { allowed, retryAfterSeconds } = await limits.consume(name, key, limit);
  if (allowed) return;
  const minutes = Math.ceil(retryAfterSeconds / 60);
  throw new StorageError("SlowDown", {
    message: `You're uploading too often. Please try again in ${minutes <= 1 ? "a minute" : `${minutes} minutes`}.`,
  });
}

/**
 * Checks that a member's files don't take up too much space. The new upload isn't counted, so it may exceed the limit
 * slightly, and so may concurrent uploads.
 */
async function assertHasSpace({ database }: StorageDeps, userId: string): Promise<void> {
  const [usage] = await database.db
    .select({
      bytes: sql`coalesce(sum(${objects.size} + coalesce(${objects.thumbnailSize}, 0)), 0)`.mapWith(Number),
    })
    .from(objects)
    .where(eq(objects.ownerId, userId));
  if ((usage?.bytes ?? 0) < MEMBER_MAX_BYTES) return;
  throw new StorageError("EntityTooLarge", {
    message: `Your images take up ${MEMBER_MAX_BYTES / 1024 / 1024} MB, which is the most a member can store. Delete some first.`,
  });
}
