import type { ProductBucket } from "#core/storage/rules.ts";
import { StorageError } from "#core/storage/storage-errors.ts";
import type { StorageDeps } from "./deps.ts";
import type { StoredFile } from "./file-store.ts";
import { type Crop, type MadePicture, makePicture, PICTURE_TYPE } from "./pictures.ts";
import { deleteFiles } from "./write-object.ts";

/** A picture whose files are stored but have no row yet. */
export interface StoredPicture {
  readonly original: StoredFile;
  readonly thumbnail: StoredFile | null;
  readonly contentType: string;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
}

/** Re-encodes a picture and stores its sizes. Throws StorageError("InvalidMimeType"). */
export async function storePicture(
  context: StorageDeps,
  bucket: ProductBucket,
  read: () => Promise<Buffer>,
  options: { readonly crop?: Crop | undefined; readonly ownerId: string },
): Promise<StoredPicture> {
  const made: MadePicture = await makePicture(bucket, read, options);
  const { width, height } = made;
  const original = await putBuffer(context, made.original);
  try {
    const thumbnail = made.thumbnail ? await putBuffer(context, made.thumbnail) : null;
    return { original, thumbnail, contentType: PICTURE_TYPE, width, height };
  } catch (error) {
    await deleteFiles(context, [original.file]);
    throw error;
  }
}

function putBuffer({ files }: StorageDeps, bytes: Buffer): Promise<StoredFile> {
  return files.put(toChunks(bytes), { maxBytes: bytes.length });
}

async function* toChunks(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Reads a stream into memory. Throws StorageError("EntityTooLarge") as soon as it exceeds `maxBytes`. */
export async function readAll(bytes: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new StorageError("EntityTooLarge");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
