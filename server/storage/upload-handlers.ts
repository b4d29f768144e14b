import type { Context } from "hono";
import { SIGNED_UPLOAD_SECONDS } from "#core/storage/limits.ts";
import { assertKey } from "#core/storage/names.ts";
import { mayWriteObject } from "#core/storage/rules.ts";
import { StorageError } from "#core/storage/storage-errors.ts";
import type { StorageContext } from "./context.ts";
import { assertFree, findBucket } from "./find-object.ts";
import type { StorageHandler } from "./handler.ts";
import { readUpload, skipRest } from "./read-upload.ts";
import { addressOf } from "./request-parts.ts";
import { uploadObject, uploadWithToken } from "./upload-object.ts";

/** POST /object/{bucket}/{key} */
export const handleUpload: StorageHandler = (c, storage) =>
  refusingGently(c, () => upload(c, storage, upserts(c)));

/** PUT /object/{bucket}/{key}: replaces whatever is there. */
export const handleReplace: StorageHandler = (c, storage) =>
  refusingGently(c, () => upload(c, storage, true));

async function upload(c: Context, storage: StorageContext, replace: boolean): Promise<Response> {
  const caller = await storage.callerOf(c.req.header("authorization"));
  const target = { ...addressOf(c, "/object"), replace };
  const { id, name } = await uploadObject(storage, caller, target, await readUpload(c.req.raw));
  return c.json({ Id: id, Key: `${target.bucketId}/${name}` });
}

/** POST /object/upload/sign/{bucket}/{key}: an address that takes one upload without a bearer. */
export const handleSignUpload: StorageHandler = async (c, storage) => {
  const caller = await storage.callerOf(c.req.header("authorization"));
  const { bucketId, key } = addressOf(c, "/object/upload/sign");
  assertKey(key);
  const bucket = await findBucket(storage, bucketId);
  if (!mayWriteObject(caller, bucket, key)) throw new StorageError("AccessDenied");
  const upsert = upserts(c);
  if (!upsert) await assertFree(storage, bucketId, key);
  const url = `${bucketId}/${key}`;
  const token = await storage.tokens.sign(
    { scope: "upload", url, owner: caller.userId, upsert },
    SIGNED_UPLOAD_SECONDS,
  );
  return c.json({ url: `/object/upload/sign/${url}?token=${token}`, token });
};

/** PUT /object/upload/sign/{bucket}/{key}?token= */
export const handleUploadSigned: StorageHandler = (c, storage) =>
  refusingGently(c, () => uploadSigned(c, storage));

async function uploadSigned(c: Context, storage: StorageContext): Promise<Response> {
  const { bucketId, key } = addressOf(c, "/object/upload/sign");
  const signed = await storage.tokens.verify(c.req.query("token") ?? "", "upload", `${bucketId}/${key}`);
  const owner = { role: "authenticated", userId: signed.owner, isAnonymous: false };
  const target = { bucketId, key, replace: signed.upsert };
  await uploadWithToken(storage, owner, target, await readUpload(c.req.raw));
  return c.json({ Key: `${bucketId}/${key}` });
}

/** A refusal is told when the upload has been heard to its end, so that whoever sends it hears the refusal. */
async function refusingGently(c: Context, run: () => Promise<Response>): Promise<Response> {
  try {
    return await run();
  } catch (error) {
    if (!(await skipRest(c.req.raw))) c.header("Connection", "close");
    throw error;
  }
}

function upserts(c: Context): boolean {
  return c.req.header("x-upsert")?.toLowerCase() === "true";
}
