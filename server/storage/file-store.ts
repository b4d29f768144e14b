import type { ByteRange } from "#core/storage/byte-range.ts";

export interface StoredFile {
  /** A random uuid: where it lies, and nothing a caller ever said. */
  readonly file: string;
  readonly size: number;
  /** A digest of the content, in quotes, as an ETag. */
  readonly etag: string;
}

/**
 * Where bytes lie. A file appears whole or not at all, and never changes afterwards. The rows of storage.objects say
 * which files count: a file is put before its row is written, and removed after its row is gone.
 */
export interface FileStore {
  /**
   * Keeps a stream of at most `maxBytes`. Throws StorageError("EntityTooLarge") or the stream's own error; then
   * nothing is kept.
   */
  put(bytes: AsyncIterable<Uint8Array>, options: { maxBytes: number }): Promise<StoredFile>;
  /**
   * Lets `use` read a stream of at most `maxBytes` as a whole, later and from the disk; afterwards it is gone. Throws
   * StorageError("EntityTooLarge"), the stream's own error, or that of `use`.
   */
  withTemporary<T>(
    bytes: AsyncIterable<Uint8Array>,
    options: { maxBytes: number },
    use: (read: () => Promise<Buffer>) => Promise<T>,
  ): Promise<T>;
  /** The file from its beginning or the range of it; undefined when there is no such file. */
  get(file: string, range?: ByteRange): Promise<ReadableStream<Uint8Array> | undefined>;
  has(file: string): Promise<boolean>;
  /** The name of a second file with the same content; undefined when there is no such file. */
  copy(file: string): Promise<string | undefined>;
  /** Removes a file; one that is not there is no error. */
  delete(file: string): Promise<void>;
  /** Every whole file last written before the time, in parts. */
  list(before: Date): AsyncIterable<readonly string[]>;
  /** Removes what uploads left behind that ended before the time and never became a file. Returns how many. */
  clearHalf(before: Date): Promise<number>;
}
