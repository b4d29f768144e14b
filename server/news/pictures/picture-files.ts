import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

export type PictureSize = "whole" | "small";

/** Where the bytes of kept pictures lie, under the ids of their rows. A file appears whole or not at all. */
export interface PictureFiles {
  put(id: string, sizes: Readonly<Record<PictureSize, Buffer>>): Promise<void>;
  /** Undefined when there is none. */
  get(id: string, size: PictureSize): Promise<Buffer | undefined>;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Files in `<folder>/<first two letters>/<id>-<size>.webp`. The folder is made with the first one. */
export function createPictureFiles(folder: string): PictureFiles {
  const placeOf = (id: string, size: PictureSize) => {
    if (!UUID.test(id)) throw new Error("the name of a picture must be a uuid");
    return join(folder, id.slice(0, 2), `${id}-${size}.webp`);
  };
  return {
    async put(id, sizes) {
      await mkdir(join(folder, id.slice(0, 2)), { recursive: true, mode: 0o700 });
      for (const size of ["whole", "small"] as const) {
        const half = join(folder, id.slice(0, 2), `${randomUUID()}.half`);
        try {
          await writeFile(half, sizes[size], { mode: 0o600, flush: true });
          await rename(half, placeOf(id, size));
        } catch (error) {
          await rm(half, { force: true });
          throw error;
        }
      }
    },
    async get(id, size) {
      try {
        return await readFile(placeOf(id, size));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
        throw error;
      }
    },
  };
}
