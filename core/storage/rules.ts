/**
 * Access to files:
 *
 * | Operation                              | Product's buckets (avatars, post-images)  | Other buckets               |
 * |----------------------------------------|-------------------------------------------|-----------------------------|
 * | create, update, empty, delete a bucket | service_role, but not delete or make private | service_role                |
 * | see a bucket                           | everyone                                  | public: everyone; private: service_role |
 * | read an object by key                  | everyone                                  | public: everyone; private: service_role, or a signed URL |
 * | list objects                           | members: under their own ID; service_role: all | service_role           |
 * | upload, replace, move, copy, delete    | members: under their own ID; service_role, or a signed upload | service_role, or a signed upload |
 *
 * The role supabase_admin can do the same as service_role. A member is a signed-in account that isn't anonymous. "Under
 * their own ID" means with a key that begins with `<user id>/`. All images in the product's buckets are re-encoded from
 * their pixels.
 */

export interface StorageActor {
  readonly role: string;
  readonly userId: string | null;
  readonly isAnonymous: boolean;
  readonly sessionId?: string | null;
}

export const VISITOR: StorageActor = { role: "anon", userId: null, isAnonymous: false };

export const AVATARS = "avatars";
export const POST_IMAGES = "post-images";

export type ProductBucket = typeof AVATARS | typeof POST_IMAGES;

export function isProductBucket(bucketId: string): bucketId is ProductBucket {
  return bucketId === AVATARS || bucketId === POST_IMAGES;
}

interface Bucket {
  readonly id: string;
  readonly isPublic: boolean;
}

const SERVICE_ROLES = new Set(["service_role", "supabase_admin"]);

/** Whether the role is service_role or supabase_admin, which has the same permissions. */
export function hasServiceRole(actor: StorageActor): boolean {
  return SERVICE_ROLES.has(actor.role);
}

export function canSeeBucket(actor: StorageActor, bucket: Bucket): boolean {
  return bucket.isPublic || hasServiceRole(actor);
}

export function canReadObject(actor: StorageActor, bucket: Bucket): boolean {
  return bucket.isPublic || hasServiceRole(actor);
}

/** Returns the prefix of the keys that the actor can list and change: "" means every key, null means none. */
export function getOwnKeyPrefix(actor: StorageActor, bucket: Pick<Bucket, "id">): string | null {
  if (hasServiceRole(actor)) return "";
  const isMember = actor.role === "authenticated" && actor.userId !== null && !actor.isAnonymous;
  return isMember && isProductBucket(bucket.id) ? `${actor.userId}/` : null;
}

export function canWriteObject(actor: StorageActor, bucket: Pick<Bucket, "id">, key: string): boolean {
  const ownPrefix = getOwnKeyPrefix(actor, bucket);
  return ownPrefix !== null && key.startsWith(ownPrefix);
}
