import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

export type ImageSize = "original" | "thumbnail";

/** Suffixes of the files on disk, which existing installations have. */
const SUFFIXES: Readonly<Record<ImageSize, string>> = { original: "whole", thumbnail: "small" };

/** Stores image files by the id of their row. Writes are atomic. */
export interface ImageFiles {
  write(id: string, sizes: Readonly<Record<ImageSize, Buffer>>): Promise<void>;
  /** Undefined if missing. */
  read(id: string, size: ImageSize): Promise<Buffer | undefined>;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Stores files as `<folder>/<first two letters>/<id>-<suffix>.webp`; creates the folder when needed. */
export function createImageFiles(folder: string): ImageFiles {
  const getPath = (id: string, size: ImageSize) => {
    if (!UUID.test(id)) throw new Error("an image id must be a UUID");
    return join(folder, id.slice(0, 2), `${id}-${SUFFIXES[size]}.webp`);
  };
  return {
    async write(id, sizes) {
      await mkdir(join(folder, id.slice(0, 2)), { recursive: true, mode: 0o700 });
      for (const size of ["original", "thumbnail"] as const) {
        const partial = join(folder, id.slice(0, 2), `${randomUUID()}.partial`);
        try {
          await writeFile(partial, sizes[size], { mode: 0o600, flush: true });
          await rename(partial, getPath(id, size));
        } catch (error) {
          await rm(partial, { force: true });
          throw error;
        }
      }
    },
    async read(id, size) {
      try {
        return await readFile(getPath(id, size));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
        throw error;
      }
    },
  };
}
