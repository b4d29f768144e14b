import type { Context } from "hono";
import { SIGNED_UPLOAD_SECONDS } from "#core/storage/limits.ts";
import { assertKey } from "#core/storage/names.ts";
import { canWriteObject, isProductBucket, type StorageActor } from "#core/storage/rules.ts";
import { StorageError } from "#core/storage/storage-errors.ts";
import type { StorageDeps, StorageHandler } from "./deps.ts";
import { assertKeyIsFree, findBucket } from "./find-object.ts";
import { getDeclaredSize, readUpload, skipRest } from "./read-upload.ts";
import { getClientGroup, parseObjectPath } from "./request-parts.ts";
import type { BucketRow, ObjectRow } from "./tables.ts";
import { assertUploadFits, authorizeUpload, type UploadTarget, uploadObject } from "./upload-object.ts";

/** POST /object/{bucket}/{key} */
export const handleUpload: StorageHandler = (c, deps, actor) => upload(c, deps, actor, isUpsert(c));

/** PUT /object/{bucket}/{key}: creates the object or replaces the existing one. */
export const handleReplace: StorageHandler = (c, deps, actor) => upload(c, deps, actor, true);

async function upload(c: Context, deps: StorageDeps, actor: StorageActor, canReplace: boolean) {
  const target = { ...parseObjectPath(c, "/object"), canReplace };
  const bucket = await authorizeUpload(deps, actor, target);
  const object = await uploadAuthorized(c, deps, bucket, actor, target);
  return c.json({ Id: object.id, Key: `${target.bucketId}/${object.name}`, ...getImageSize(object) });
}

/** Pages need an image's size before loading it. The stored image may be smaller than the uploaded one. */
function getImageSize({ bucketId, userMetadata }: ObjectRow) {
  return isProductBucket(bucketId) ? { width: userMetadata?.width, height: userMetadata?.height } : {};
}

/** POST /object/upload/sign/{bucket}/{key}: signs a URL that accepts one upload or, with upsert, any number of them. */
export const handleSignUpload: StorageHandler = async (c, deps, actor) => {
  const { bucketId, key } = parseObjectPath(c, "/object/upload/sign");
  assertKey(key);
  const bucket = await findBucket(deps, bucketId);
  if (!canWriteObject(actor, bucket, key)) throw new StorageError("AccessDenied");
  const upsert = isUpsert(c);
  if (!upsert) await assertKeyIsFree(deps, bucketId, key);
  const objectPath = `${bucketId}/${key}`;
  const token = await deps.tokens.sign(
    { scope: "upload", url: objectPath, owner: actor.userId, session: actor.sessionId ?? null, upsert },
    SIGNED_UPLOAD_SECONDS,
  );
  return c.json({ url: `/object/upload/sign/${objectPath}?token=${token}`, token });
};

/** PUT /object/upload/sign/{bucket}/{key}?token=. Access was checked when the URL was signed. */
export const handleUploadSigned: StorageHandler = async (c, deps) => {
  const { bucketId, key } = parseObjectPath(c, "/object/upload/sign");
  const claims = await deps.tokens.verify(c.req.query("token") ?? "", "upload", `${bucketId}/${key}`);
  const { owner: userId, session: sessionId = null } = claims;
  // The URL stops working when the session that requested it ends, and while the account is suspended.
  if (userId !== null && !(await deps.isStillSignedIn({ userId, sessionId })))
    throw new StorageError("AccessDenied");
  const actor = { role: "authenticated", userId, isAnonymous: false, sessionId };
  const bucket = await findBucket(deps, bucketId);
  const object = await uploadAuthorized(c, deps, bucket, actor, {
    bucketId,
    key,
    canReplace: claims.upsert,
  });
  return c.json({ Key: `${bucketId}/${key}`, ...getImageSize(object) });
};

/**
 * Stores an authorized upload. If it is refused, reads the rest of it, because many browsers report a network error if
 * the response arrives while they are still sending. An upload isn't read at all if the client isn't authorized or if
 * the declared size is above the limit.
 */
async function uploadAuthorized(
  c: Context,
  deps: StorageDeps,
  bucket: BucketRow,
  actor: StorageActor,
  target: UploadTarget,
): Promise<ObjectRow> {
  assertUploadFits(deps, bucket, getDeclaredSize(c.req.raw));
  const uploader = { ...actor, client: getClientGroup(c, deps) };
  try {
    return await uploadObject(deps, bucket, uploader, target, await readUpload(c.req.raw));
  } catch (error) {
    await skipRest(c.req.raw);
    throw error;
  }
}

function isUpsert(c: Context): boolean {
  return c.req.header("x-upsert")?.toLowerCase() === "true";
}
