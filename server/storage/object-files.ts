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

export type ObjectFiles = ReturnType<typeof createObjectFiles>;

export const HEX_DIGITS: readonly string[] = [..."0123456789abcdef"];

/**
 * Stores files as `whole/<first two characters>/<name>` in the site's folder. A file is stored before its database row
 * is written, and deleted after the row.
 */
export function createObjectFiles(files: Files, siteId: string) {
  const folder = getSiteFolder(siteId);
  const getPath = (file: string) => {
    if (!isUuid(file)) throw new Error("the name of a file must be a UUID");
    return `${folder}/whole/${file.slice(0, 2)}/${file}`;
  };
  return {
    /** Stores a file. Throws EntityTooLarge or the stream's own error, in which case nothing is stored. */
    async put(bytes: AsyncIterable<Uint8Array>, options: { maxBytes: number }): Promise<StoredFile> {
      const file = randomUUID();
      const { size, sha256 } = await files.put(getPath(file), bytes, options);
      return { file, size, etag: `"${sha256.slice(0, 32)}"` };
    },
    /** Buffers a stream on disk for `use`. Throws EntityTooLarge, or the error of the stream or of `use`. */
    withTemporaryFile: <T>(
      bytes: AsyncIterable<Uint8Array>,
      options: { maxBytes: number },
      use: (read: () => Promise<Buffer>) => Promise<T>,
    ) => files.withTemporaryFile(folder, bytes, options, use),
    /** Reads the file or a range of it; undefined if it doesn't exist. */
    get: async (file: string, range?: ByteRange) => (await files.get(getPath(file), range))?.body,
    /** Signs a short-lived URL; null if the file must be loaded from this server. */
    signDownload: (file: string, headers: DownloadHeaders) => files.signDownload(getPath(file), headers),
    has: (file: string) => files.has(getPath(file)),
    /** Copies a file and returns the new one's name; undefined if the source doesn't exist. */
    async copy(file: string) {
      const newFile = randomUUID();
      return (await files.copy(getPath(file), getPath(newFile))) ? newFile : undefined;
    },
    delete: (file: string) => files.delete(getPath(file)),
    /** Returns the modification time of each file whose name starts with `digit`, by name. */
    async list(digit: string) {
      const modificationTimes = new Map<string, Date>();
      for (const secondDigit of HEX_DIGITS) {
        for await (const batch of files.list(`${folder}/whole/${digit}${secondDigit}`))
          for (const { path, modifiedAt } of batch)
            modificationTimes.set(path.slice(path.lastIndexOf("/") + 1), modifiedAt);
      }
      return modificationTimes;
    },
    /** Deletes old partial files, as FileStore.deletePartials does. Returns their number. */
    deletePartials: (before: Date) => files.deletePartials(folder, before),
  };
}
