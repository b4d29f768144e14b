import { randomUUID } from "node:crypto";
import type { ByteRange } from "#core/storage/byte-range.ts";
import { type DownloadHeaders, type Files, getSiteFolder } from "#server/files/index.ts";
import { isUuid } from "#server/platform/uuid.ts";

export interface StoredFile {
  /** A random UUID; never derived from user input. */
  readonly file: string;
  readonly size: number;
  /** A quoted ETag. */
  readonly etag: string;
}

/** A file is stored before its database row is written, and deleted after the row. */
export interface ObjectFiles {
  /** Stores a file. Throws EntityTooLarge or the stream's own error, and then stores nothing. */
  put(bytes: AsyncIterable<Uint8Array>, options: { maxBytes: number }): Promise<StoredFile>;
  /** Buffers a stream on disk for `use`. Throws EntityTooLarge, or the error of the stream or of `use`. */
  withTemporary<T>(
    bytes: AsyncIterable<Uint8Array>,
    options: { maxBytes: number },
    use: (read: () => Promise<Buffer>) => Promise<T>,
  ): Promise<T>;
  /** Reads the file or a range of it; undefined if it doesn't exist. */
  get(file: string, range?: ByteRange): Promise<ReadableStream<Uint8Array> | undefined>;
  /** Signs a short-lived URL; null if the file must be loaded from this server. */
  signDownload(file: string, headers: DownloadHeaders): Promise<string | null>;
  has(file: string): Promise<boolean>;
  /** Copies a file and returns the new one's name; undefined if the source doesn't exist. */
  copy(file: string): Promise<string | undefined>;
  delete(file: string): Promise<void>;
  /** Lists the files whose names start with a hexadecimal digit, with their modification times. */
  list(digit: string): Promise<ReadonlyMap<string, Date>>;
  /** Deletes partial files from interrupted writes, last modified before the given time. Returns their number. */
  deletePartial(before: Date): Promise<number>;
}

export const DIGITS: readonly string[] = [..."0123456789abcdef"];

/** Stores files as `whole/<first two characters>/<name>` in the site's folder. */
export function createObjectFiles(files: Files, site: string): ObjectFiles {
  const folder = getSiteFolder(site);
  const getPath = (file: string) => {
    if (!isUuid(file)) throw new Error("the name of a file must be a UUID");
    return `${folder}/whole/${file.slice(0, 2)}/${file}`;
  };
  return {
    async put(bytes, options) {
      const file = randomUUID();
      const { size, sha256 } = await files.put(getPath(file), bytes, options);
      return { file, size, etag: `"${sha256.slice(0, 32)}"` };
    },
    withTemporary: (bytes, options, use) => files.withTemporary(folder, bytes, options, use),
    get: async (file, range) => (await files.get(getPath(file), range))?.body,
    signDownload: (file, headers) => files.signDownload(getPath(file), headers),
    has: (file) => files.has(getPath(file)),
    async copy(file) {
      const newFile = randomUUID();
      return (await files.copy(getPath(file), getPath(newFile))) ? newFile : undefined;
    },
    delete: (file) => files.delete(getPath(file)),
    async list(digit) {
      const found = new Map<string, Date>();
      for (const second of DIGITS) {
        for await (const listed of files.list(`${folder}/whole/${digit}${second}`))
          for (const { path, modifiedAt } of listed)
            found.set(path.slice(path.lastIndexOf("/") + 1), modifiedAt);
      }
      return found;
    },
    deletePartial: (before) => files.deletePartial(folder, before),
  };
}
