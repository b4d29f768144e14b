import { createWriteStream } from "node:fs";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import {
  abortUploads,
  createS3Connection,
  readS3Object,
  S3Failure,
  type S3Settings,
} from "#server/files/index.ts";
import { StartError } from "#server/platform/start-error.ts";
import type { ArchiveOutput } from "./write-archive.ts";

/** What the names of all sites' scheduled backups begin with. */
export const SCHEDULED_NAME_START = "lattice-";
/** S3 allows 10,000 parts, so a backup can be up to 335 GB. Two parts are in memory at a time. */
const PART_BYTES = 32 * 1024 * 1024;
/** An upload that began this long ago was abandoned, because scheduled backups are stopped after twelve hours. */
const ABANDONED_MS = 24 * 3_600_000;

export type S3Folder = ReturnType<typeof createS3Folder>;

/** Reads and writes backups in a bucket. Throws StartError if S3 fails. */
export function createS3Folder(settings: S3Settings) {
  const { open: connect, timeouts } = createS3Connection(settings);
  const { bucket, prefix, endpoint } = settings;
  const folder = `s3://${bucket}/${prefix}`;
  const getObjectParams = (name: string) => ({ Bucket: bucket, Key: `${prefix}${name}` });
  const explain = (error: unknown) =>
    error instanceof StartError
      ? error
      : new StartError(`Can't use ${folder} at ${endpoint}: ${new S3Failure(error).message}`, {
          cause: error,
        });
  const withExplainedErrors = <T>(work: () => Promise<T>) =>
    work().catch((error: unknown) => {
      throw explain(error);
    });

  async function fetchSize(name: string): Promise<number | undefined> {
    const { client, sdk } = await connect();
    try {
      return (await client.send(new sdk.HeadObjectCommand(getObjectParams(name)))).ContentLength;
    } catch (error) {
      if (new S3Failure(error).status === 404) return undefined;
      throw explain(error);
    }
  }

  async function deleteObject(name: string): Promise<void> {
    const { client, sdk } = await connect();
    await client.send(new sdk.DeleteObjectCommand(getObjectParams(name)));
  }

  /**
   * Deletes the parts that killed backups have uploaded. Ignores failures: the key may lack the permission, and an outage
   * makes the backup itself fail.
   */
  async function deleteAbandonedParts(): Promise<void> {
    const uploads = { Bucket: bucket, Prefix: `${prefix}${SCHEDULED_NAME_START}` };
    const before = new Date(Date.now() - ABANDONED_MS);
    await abortUploads(await connect(), uploads, before, { requestTimeout: timeouts.responseMs }).catch(
      () => {},
    );
  }

  return {
    name: folder,
    createOutput(name: string): ArchiveOutput {
      let bytes = 0;
      let upload: Promise<unknown> | undefined;
      let uploadFailure: unknown;
      let isPublished = false;
      const body = new Transform({
        transform(chunk: Uint8Array, _encoding, callback) {
          bytes += chunk.byteLength;
          callback(null, chunk);
        },
      });
      return {
        async open() {
          if ((await fetchSize(name)) !== undefined) throw new StartError(`${folder}${name} already exists.`);
          await deleteAbandonedParts();
          const { client } = await connect();
          const { Upload } = await import("@aws-sdk/lib-storage");
          const params = { ...getObjectParams(name), Body: body };
          upload = new Upload({ client, params, partSize: PART_BYTES, queueSize: 2 }).done();
          upload.catch((error: unknown) => {
            uploadFailure ??= error;
            body.destroy(error instanceof Error ? error : new Error(String(error)));
          });
          return body;
        },
        async publish() {
          await upload;
          if ((await fetchSize(name)) !== bytes)
            throw new StartError(`${folder}${name} wasn't stored completely.`);
          isPublished = true;
          return bytes;
        },
        async discard() {
          if (isPublished || !upload) return;
          body.destroy();
          const isUploaded = await upload.then(
            () => true,
            () => false,
          );
          // If S3 can't be reached, the object remains.
          if (isUploaded) await deleteObject(name).catch(() => {});
        },
        explain: (error) => (uploadFailure === undefined ? error : explain(uploadFailure)),
      };
    },
    list: (signal?: AbortSignal) =>
      withExplainedErrors(async () => {
        const { client, sdk } = await connect();
        const names: string[] = [];
        for (let token: string | undefined; ; ) {
          const { Contents = [], NextContinuationToken } = await client.send(
            new sdk.ListObjectsV2Command({
              Bucket: bucket,
              Prefix: prefix,
              ...(token !== undefined && { ContinuationToken: token }),
            }),
            signal && { abortSignal: signal },
          );
          for (const { Key = "" } of Contents) names.push(Key.slice(prefix.length));
          token = NextContinuationToken;
          if (token === undefined) return names;
        }
      }),
    delete: (name: string) => withExplainedErrors(() => deleteObject(name)),
    async download(name: string, file: string): Promise<void> {
      const content = await connect()
        .then((connection) => readS3Object(connection, getObjectParams(name), timeouts))
        .catch((error: unknown) => {
          throw new S3Failure(error).code === "NoSuchKey"
            ? new StartError(`There is no ${folder}${name} at ${endpoint}.`, { cause: error })
            : explain(error);
        });
      await withExplainedErrors(() =>
        pipeline(Readable.from(content.chunks), createWriteStream(file, { mode: 0o600 })),
      );
    },
  };
}
