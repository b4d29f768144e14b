import { Readable } from "node:stream";
import type { ProductBucket } from "#core/storage/rules.ts";
import { StorageError } from "#core/storage/storage-errors.ts";
import type { StorageDeps } from "./deps.ts";
import { type Crop, encodeImage, IMAGE_TYPE } from "./encode-image.ts";
import type { StoredFile } from "./object-files.ts";
import { deleteFiles } from "./write-object.ts";

/** Re-encodes an image, then stores it and its thumbnail, if it has one. Throws the same errors as encodeImage. */
export async function storeImage(
  deps: StorageDeps,
  bucket: ProductBucket,
  read: () => Promise<Buffer>,
  options: { readonly crop?: Crop | undefined; readonly ownerId: string },
) {
  const encodedImage = await encodeImage(bucket, read, options);
  const { width, height } = encodedImage;
  const original = await putBuffer(deps, encodedImage.original);
  try {
    const thumbnail = encodedImage.thumbnail ? await putBuffer(deps, encodedImage.thumbnail) : null;
    return { original, thumbnail, contentType: IMAGE_TYPE, width, height };
  } catch (error) {
    await deleteFiles(deps, [original.file]);
    throw error;
  }
}

function putBuffer({ files }: StorageDeps, bytes: Buffer): Promise<StoredFile> {
  return files.put(Readable.from([bytes]), { maxBytes: bytes.length });
}

/** Reads a stream to its end. Throws StorageError("EntityTooLarge") as soon as it exceeds `maxBytes`. */
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
