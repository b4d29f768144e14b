import type { ByteRange } from "#core/storage/byte-range.ts";

export interface StoredFile {
  /** A random UUID, which is also its path; never derived from user input. */
  readonly file: string;
  readonly size: number;
  /** A digest of the content as a quoted ETag. */
  readonly etag: string;
}

/**
 * Stores file contents. A file appears complete or not at all, and never changes. Rows of storage.objects
 * reference files: a file is stored before its row is written, and deleted after its row.
 */
export interface FileStore {
  /**
   * Stores a stream of at most `maxBytes`. Throws StorageError("EntityTooLarge") or the stream's own error and
   * then stores nothing.
   */
  put(bytes: AsyncIterable<Uint8Array>, options: { maxBytes: number }): Promise<StoredFile>;
  /**
   * Buffers a stream of at most `maxBytes` on disk for `use`, then deletes it. Throws
   * StorageError("EntityTooLarge"), the stream's own error, or that of `use`.
   */
  withTemporary<T>(
    bytes: AsyncIterable<Uint8Array>,
    options: { maxBytes: number },
    use: (read: () => Promise<Buffer>) => Promise<T>,
  ): Promise<T>;
  /** The file or a range of it; undefined if it doesn't exist. */
  get(file: string, range?: ByteRange): Promise<ReadableStream<Uint8Array> | undefined>;
  has(file: string): Promise<boolean>;
  /** Returns the new file with the same content; undefined if the source doesn't exist. */
  copy(file: string): Promise<string | undefined>;
  /** Deletes a file if it exists. */
  delete(file: string): Promise<void>;
  /** All complete files last modified before the time, in batches. */
  list(before: Date): AsyncIterable<readonly string[]>;
  /** Deletes partial files last modified before the time, and returns their number. */
  deletePartial(before: Date): Promise<number>;
}
