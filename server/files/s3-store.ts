import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { StorageError } from "#core/storage/storage-errors.ts";
import type { Log } from "#server/platform/log.ts";
import { abortUploads } from "./abort-uploads.ts";
import type { FileStore, ListedFile } from "./file-store.ts";
import { assertFilePath, assertFolder } from "./paths.ts";
import { readS3Object } from "./read-object.ts";
import { createS3Connection, type S3Connection, S3Failure, type S3Settings } from "./s3-client.ts";
import { type DownloadHeaders, signDownload } from "./sign-download.ts";

/** S3's minimum part size. Two parts of each upload are in memory at a time. */
const PART_BYTES_MIN = 5 * 1024 * 1024;
const PARTS_MAX = 10_000;
/** The largest file that S3 copies in one request. */
const COPY_BYTES_MAX = 5 * 1024 ** 3;

const CHECK_TIMEOUT_MS = 8_000;

export interface S3Store extends FileStore {
  /** Signs a URL from which a browser can load the file for a few minutes. */
  signDownload(path: string, headers: DownloadHeaders): Promise<string>;
  /** Throws S3Failure if the bucket can't be listed within a few seconds. */
  check(): Promise<void>;
}

/**
 * Stores files in a bucket. All functions that send requests, except `check`, throw StorageError("StorageUnavailable")
 * if S3 fails.
 */
export function createS3Store(settings: S3Settings, log: Log): S3Store {
  const { open: connect, timeouts } = createS3Connection(settings);
  const { bucket, prefix } = settings;
  const bucketParams = { Bucket: bucket };
  const requestOptions = { requestTimeout: timeouts.responseMs };
  const getKey = (path: string) => {
    assertFilePath(path);
    return `${prefix}${path}`;
  };
  const getFolderKey = (folder: string) => {
    assertFolder(folder);
    return `${prefix}${folder}/`;
  };

  /**
   * Sends a request. Returns undefined if the file doesn't exist, and throws StorageError("StorageUnavailable") for any
   * other failure.
   */
  async function request<T>(operation: string, run: (connection: S3Connection) => Promise<T>) {
    try {
      return await run(await connect());
    } catch (error) {
      if (error instanceof StorageError) throw error;
      const { code, status } = new S3Failure(error);
      if (code === "NoSuchKey") return undefined;
      if (code !== "NotFound" || status !== 404) throw reportFailure(operation, error);
      // The response to a HEAD request has no body, so it doesn't say whether the file or the bucket is missing.
      await store.check().catch((failure: unknown) => {
        throw reportFailure(operation, failure);
      });
      return undefined;
    }
  }

  /** Logs the failure and returns an error for users, who don't see its cause. */
  function reportFailure(operation: string, error: unknown): StorageError {
    const failure = error instanceof S3Failure ? error : new S3Failure(error);
    log.warn({ operation, error: failure.message, status: failure.status }, "S3 failed");
    return new StorageError("StorageUnavailable", { cause: failure });
  }

  const store: S3Store = {
    async check() {
      // Outside `try`, because S3 isn't at fault if the SDK can't be loaded.
      const { client, sdk } = await connect();
      try {
        await client.send(
          new sdk.ListObjectsV2Command({ ...bucketParams, Prefix: `${prefix}storage/`, MaxKeys: 1 }),
          { abortSignal: AbortSignal.timeout(CHECK_TIMEOUT_MS) },
        );
      } catch (error) {
        throw new S3Failure(error);
      }
    },

    signDownload: async (path, headers) =>
      signDownload(await connect(), { ...bucketParams, Key: getKey(path) }, headers, new Date()),

    async put(path, bytes, { maxBytes }) {
      const Key = getKey(path);
      const digest = createHash("sha256");
      let size = 0;
      let sourceFailure: { readonly error: unknown } | undefined;
      const countBytes = (next: IteratorResult<Uint8Array>) => {
        if (next.done) return next;
        size += next.value.byteLength;
        if (size > maxBytes) throw new StorageError("EntityTooLarge");
        digest.update(next.value);
        return next;
      };
      // Reads the source and remembers its error. Errors that a failed upload throws into this generator
      // aren't the source's.
      async function* read() {
        const source = bytes[Symbol.asyncIterator]();
        try {
          for (;;) {
            const next = await source
              .next()
              .then(countBytes)
              .catch((error: unknown) => {
                sourceFailure = { error };
                throw error;
              });
            if (next.done) return;
            yield next.value;
          }
        } finally {
          await source.return?.();
        }
      }
      try {
        const { client } = await connect();
        const { Upload } = await import("@aws-sdk/lib-storage");
        const upload = new Upload({
          client,
          params: { ...bucketParams, Key, Body: Readable.from(read(), { objectMode: false }) },
          partSize: Math.max(PART_BYTES_MIN, Math.ceil(maxBytes / PARTS_MAX)),
          queueSize: 2,
        });
        await upload.done();
      } catch (error) {
        throw sourceFailure ? sourceFailure.error : reportFailure("put", error);
      }
      return { size, sha256: digest.digest("hex") };
    },

    async get(path, range) {
      const Key = getKey(path);
      return request("get", async (connection) => {
        const object = await readS3Object(connection, { ...bucketParams, Key }, timeouts, range);
        const { size, chunks, firstResponse } = object;
        return { size, body: toStream(chunks, firstResponse, (error) => reportFailure("get", error)) };
      });
    },

    async has(path) {
      const Key = getKey(path);
      const object = await request("has", async ({ client, sdk }) =>
        client.send(new sdk.HeadObjectCommand({ ...bucketParams, Key }), requestOptions),
      );
      return object !== undefined;
    },

    async copy(from, to) {
      const [source, Key] = [getKey(from), getKey(to)];
      const copiedObject = await request("copy", async ({ client, sdk }) => {
        const { ContentLength = 0 } = await client.send(
          new sdk.HeadObjectCommand({ ...bucketParams, Key: source }),
          requestOptions,
        );
        if (ContentLength > COPY_BYTES_MAX) {
          const content = await store.get(from);
          return content && store.put(to, content.body, { maxBytes: ContentLength });
        }
        await client.send(
          new sdk.CopyObjectCommand({ ...bucketParams, Key, CopySource: encodeURI(`${bucket}/${source}`) }),
        );
        // Some servers report success even if the source was deleted while they were copying it.
        const copy = await client.send(new sdk.HeadObjectCommand({ ...bucketParams, Key }), requestOptions);
        return copy.ContentLength === ContentLength ? copy : undefined;
      });
      if (copiedObject === undefined) await store.delete(to);
      return copiedObject !== undefined;
    },

    async delete(path) {
      const Key = getKey(path);
      await request("delete", async ({ client, sdk }) =>
        client.send(new sdk.DeleteObjectCommand({ ...bucketParams, Key }), requestOptions),
      );
    },

    async *list(folder) {
      const Prefix = getFolderKey(folder);
      for (let token: string | undefined; ; ) {
        const page = await request("list", async ({ client, sdk }) =>
          client.send(
            new sdk.ListObjectsV2Command({
              ...bucketParams,
              Prefix,
              ...(token !== undefined && { ContinuationToken: token }),
            }),
            requestOptions,
          ),
        );
        const files: ListedFile[] = [];
        for (const { Key = "", LastModified } of page?.Contents ?? [])
          if (LastModified) files.push({ path: Key.slice(prefix.length), modifiedAt: LastModified });
        yield files;
        token = page?.NextContinuationToken;
        if (token === undefined) return;
      }
    },

    async deletePartials(folder, before) {
      const Prefix = getFolderKey(folder);
      const abortedCount = await request("abort", (connection) =>
        abortUploads(connection, { ...bucketParams, Prefix }, before, requestOptions),
      );
      return abortedCount ?? 0;
    },
  };
  return store;
}

/** `firstResponse` is closed even if the stream is canceled before anything was read. */
function toStream(
  chunks: AsyncGenerator<Uint8Array>,
  firstResponse: Readable,
  toError: (error: unknown) => Error,
) {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await chunks.next();
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          throw toError(error);
        }
      },
      async cancel() {
        firstResponse.destroy();
        await chunks.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}
