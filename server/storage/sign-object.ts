import { and, eq, inArray } from "drizzle-orm";
import { z } from "zod";
import { KEYS_PER_REQUEST_MAX } from "#core/storage/limits.ts";
import { isKey } from "#core/storage/names.ts";
import { canReadObject } from "#core/storage/rules.ts";
import { StorageError } from "#core/storage/storage-errors.ts";
import type { StorageDeps, StorageHandler } from "./deps.ts";
import { findBucket, findObject } from "./find-object.ts";
import { transformShape } from "./render/render-handlers.ts";
import { integer, optional, parseJsonBody, parseObjectPath } from "./request-parts.ts";
import { sendObject } from "./send-object.ts";
import { objects } from "./tables.ts";

const expiryShape = z.object({ expiresIn: integer(1, 2 ** 31 - 1) });
const oneShape = expiryShape.extend({ transform: optional(transformShape) });
const manyShape = expiryShape.extend({ paths: z.array(z.string()).min(1).max(KEYS_PER_REQUEST_MAX) });

/** POST /object/sign/{bucket}/{key}. With a transformation, the URL gives access only to the transformed image. */
export const handleSignObject: StorageHandler = async (c, deps, actor) => {
  const { bucketId, key } = parseObjectPath(c, "/object/sign");
  const { expiresIn, transform } = parseJsonBody(c, oneShape);
  const bucket = await findBucket(deps, bucketId);
  if (!canReadObject(actor, bucket)) throw new StorageError("NoSuchKey");
  await findObject(deps, bucket, key);
  const objectPath = `${bucket.id}/${key}`;
  if (transform && Object.values(transform).some((value) => value !== undefined)) {
    const token = await deps.tokens.sign({ scope: "render", url: objectPath, transform }, expiresIn);
    return c.json({ signedURL: `/render/image/sign/${objectPath}?token=${token}` });
  }
  return c.json({ signedURL: await signUrl(deps, objectPath, expiresIn) });
};

/** POST /object/sign/{bucket} */
export const handleSignObjects: StorageHandler = async (c, deps, actor) => {
  const { bucketId } = parseObjectPath(c, "/object/sign");
  const { expiresIn, paths } = parseJsonBody(c, manyShape);
  const bucket = await findBucket(deps, bucketId);
  const keys = canReadObject(actor, bucket) ? paths.filter(isKey) : [];
  const rows = keys.length
    ? await deps.database.db
        .select({ name: objects.name })
        .from(objects)
        .where(and(eq(objects.bucketId, bucket.id), inArray(objects.name, keys)))
    : [];
  const existingNames = new Set(rows.map(({ name }) => name));
  return c.json(
    await Promise.all(
      paths.map(async (path) =>
        existingNames.has(path)
          ? { path, error: null, signedURL: await signUrl(deps, `${bucket.id}/${path}`, expiresIn) }
          : { path, error: NOT_FOUND, signedURL: null },
      ),
    ),
  );
};

const NOT_FOUND = "Either the object does not exist or you do not have access to it";

/** GET and HEAD /object/sign/{bucket}/{key}?token= */
export const handleDownloadSigned: StorageHandler = async (c, deps) => {
  const { bucketId, key } = parseObjectPath(c, "/object/sign");
  await deps.tokens.verify(c.req.query("token") ?? "", "download", `${bucketId}/${key}`);
  return sendObject(c, deps, await findBucket(deps, bucketId), key);
};

/** Returns a signed URL. It is relative to the mount path, and unescaped because the client escapes it. */
async function signUrl({ tokens }: StorageDeps, objectPath: string, seconds: number): Promise<string> {
  const token = await tokens.sign({ scope: "download", url: objectPath }, seconds);
  return `/object/sign/${objectPath}?token=${token}`;
}
