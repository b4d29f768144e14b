import type { ByteRange } from "#core/storage/byte-range.ts";

export interface WrittenFile {
  readonly size: number;
  /** The digest in hexadecimal. */
  readonly sha256: string;
}

export interface FileContent {
  /** The total size of the file, even if only a range of it was requested. */
  readonly size: number;
  /** Never ends early: fails if the content can't be read to its end. */
  readonly body: ReadableStream<Uint8Array>;
}

export interface ListedFile {
  readonly path: string;
  readonly modifiedAt: Date;
}

/** A file becomes visible only when it is complete, and it never changes, so it can be reread at any time. */
export interface FileStore {
  /** Stores a file. Stores nothing if it throws StorageError("EntityTooLarge") or the stream's own error. */
  put(path: string, bytes: AsyncIterable<Uint8Array>, options: { maxBytes: number }): Promise<WrittenFile>;
  /** Reads the file or a range of it; undefined if it doesn't exist. */
  get(path: string, range?: ByteRange): Promise<FileContent | undefined>;
  has(path: string): Promise<boolean>;
  /** Copies a file. Returns false if the source doesn't exist. */
  copy(from: string, to: string): Promise<boolean>;
  /** Deletes a file if it exists. */
  delete(path: string): Promise<void>;
  /** Lists all complete files in a folder and its subfolders. */
  list(folder: string): AsyncIterable<readonly ListedFile[]>;
  /**
   * Deletes partial files from interrupted writes that were last modified or, on S3, begun before the given time.
   * Returns their number.
   */
  deletePartials(folder: string, before: Date): Promise<number>;
}
