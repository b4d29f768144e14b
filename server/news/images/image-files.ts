import type { Files } from "#server/files/index.ts";
import { isUuid } from "#server/platform/uuid.ts";

export type ImageSize = "original" | "thumbnail";

/** Suffixes of the file names. Existing installations already use them. */
const SUFFIXES: Readonly<Record<ImageSize, string>> = { original: "whole", thumbnail: "small" };

/** Stores image files by the id of their row. */
export interface ImageFiles {
  write(id: string, sizes: Readonly<Record<ImageSize, Buffer>>): Promise<void>;
  /** Undefined if the file is missing. */
  read(id: string, size: ImageSize): Promise<Buffer | undefined>;
}

/** Stores files as `news-images/<first two letters>/<id>-<suffix>.webp`. */
export function createImageFiles(files: Pick<Files, "put" | "get">): ImageFiles {
  const getPath = (id: string, size: ImageSize) => {
    if (!isUuid(id)) throw new Error("an image id must be a UUID");
    return `news-images/${id.slice(0, 2)}/${id}-${SUFFIXES[size]}.webp`;
  };
  return {
    async write(id, sizes) {
      for (const size of ["original", "thumbnail"] as const) {
        const image = sizes[size];
        await files.put(getPath(id, size), toChunks(image), { maxBytes: image.length });
      }
    },
    async read(id, size) {
      const content = await files.get(getPath(id, size));
      return content && Buffer.from(await new Response(content.body).arrayBuffer());
    },
  };
}

async function* toChunks(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}
