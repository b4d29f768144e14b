/**
 * Who may do what with files. The whole of it:
 *
 * | What                                   | Product's buckets (avatars, post-images)  | Other buckets               |
 * |----------------------------------------|-------------------------------------------|-----------------------------|
 * | make, change, empty, delete the bucket | service_role (never delete or hide it)    | service_role                |
 * | see the bucket                         | everyone                                  | public: everyone; private: service_role |
 * | read an object by its key              | everyone                                  | public: everyone; private: service_role, or a signed address |
 * | list objects                           | a member: those under the own id; service_role: all | service_role      |
 * | upload, replace, move, copy, remove    | a member: under the own id; service_role  | service_role, or a signed upload |
 *
 * A member is a signed-in account that is not anonymous. "Under the own id" is a key that begins with
 * `<user id>/`. Pictures in the product's buckets are made anew from their pixels, whoever uploads them.
 */
export interface StorageCaller {
  readonly role: string;
  readonly userId: string | null;
  /** Signed in without an account of a person's own. */
  readonly isAnonymous: boolean;
}

export const VISITOR: StorageCaller = { role: "anon", userId: null, isAnonymous: false };

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

const ADMINISTRATORS = new Set(["service_role", "supabase_admin"]);

export function isStorageAdministrator(caller: StorageCaller): boolean {
  return ADMINISTRATORS.has(caller.role);
}

export function maySeeBucket(caller: StorageCaller, bucket: Bucket): boolean {
  return bucket.isPublic || isStorageAdministrator(caller);
}

export function mayReadObject(caller: StorageCaller, bucket: Bucket): boolean {
  return bucket.isPublic || isStorageAdministrator(caller);
}

/** The beginning that all keys have which the caller may list and change: "" is every key, null is none. */
export function ownKeys(caller: StorageCaller, bucket: Pick<Bucket, "id">): string | null {
  if (isStorageAdministrator(caller)) return "";
  const isMember = caller.role === "authenticated" && caller.userId !== null && !caller.isAnonymous;
  return isMember && isProductBucket(bucket.id) ? `${caller.userId}/` : null;
}

export function mayWriteObject(caller: StorageCaller, bucket: Pick<Bucket, "id">, key: string): boolean {
  const own = ownKeys(caller, bucket);
  return own !== null && key.startsWith(own);
}
