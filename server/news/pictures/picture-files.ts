import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

export type PictureSize = "original" | "thumbnail";

/** Suffixes of the files on disk, which existing installations have. */
const SUFFIXES: Readonly<Record<PictureSize, string>> = { original: "whole", thumbnail: "small" };

/** Stores picture files by the id of their row. Writes are atomic. */
export interface PictureFiles {
  put(id: string, sizes: Readonly<Record<PictureSize, Buffer>>): Promise<void>;
  /** Undefined if missing. */
  get(id: string, size: PictureSize): Promise<Buffer | undefined>;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Stores files as `<folder>/<first two letters>/<id>-<suffix>.webp`; creates the folder when needed. */
export function createPictureFiles(folder: string): PictureFiles {
  const getPath = (id: string, size: PictureSize) => {
    if (!UUID.test(id)) throw new Error("a picture id must be a uuid");
    return join(folder, id.slice(0, 2), `${id}-${SUFFIXES[size]}.webp`);
  };
  return {
    async put(id, sizes) {
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
    async get(id, size) {
      try {
        return await readFile(getPath(id, size));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
        throw error;
      }
    },
  };
}
