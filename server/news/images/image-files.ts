import { Readable } from "node:stream";
import type { Files } from "#server/files/index.ts";
import { isUuid } from "#server/platform/uuid.ts";

export type ImageSize = "original" | "thumbnail";

/** Suffixes of the file names, which existing installations already use. */
const SUFFIXES: Readonly<Record<ImageSize, string>> = { original: "whole", thumbnail: "small" };

export type ImageFiles = ReturnType<typeof createImageFiles>;

/** Stores image files by the ID of their row, as `news-images/<first two characters>/<id>-<suffix>.webp`. */
export function createImageFiles(files: Pick<Files, "put" | "get">) {
  const getPath = (id: string, size: ImageSize) => {
    if (!isUuid(id)) throw new Error("an image ID must be a UUID");
    return `news-images/${id.slice(0, 2)}/${id}-${SUFFIXES[size]}.webp`;
  };
  return {
    async write(id: string, images: Readonly<Record<ImageSize, Buffer>>) {
      for (const size of ["original", "thumbnail"] as const) {
        const image = images[size];
        await files.put(getPath(id, size), Readable.from([image]), { maxBytes: image.length });
      }
    },
    /** Undefined if the file is missing. */
    async read(id: string, size: ImageSize) {
      const content = await files.get(getPath(id, size));
      return content && Buffer.from(await new Response(content.body).arrayBuffer());
    },
  };
}
