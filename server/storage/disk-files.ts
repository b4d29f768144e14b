import { createHash, randomUUID } from "node:crypto";
import { constants } from "node:fs";
import {
  copyFile,
  type FileHandle,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
} from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { StorageError } from "#core/storage/storage-errors.ts";
import { isUuid } from "#server/platform/uuid.ts";
import type { FileStore } from "./file-store.ts";

/**
 * Files in a folder: `half/<uuid>` while being written, `whole/<first two characters>/<uuid>` once complete and
 * flushed to disk. The folder is created with the first file.
 */
export function createDiskFiles(folder: string): FileStore {
  const partialDir = join(folder, "half");
  const completeDir = join(folder, "whole");
  const getShard = (file: string) => join(completeDir, file.slice(0, 2));

  function getPath(file: string): string {
    if (!isUuid(file)) throw new Error("the name of a file must be a uuid");
    return join(getShard(file), file);
  }

  /**
   * Moves a complete file into place: first the bytes are flushed, then the name, and only then does the upload
   * succeed.
   */
  async function finish(file: string): Promise<void> {
    await mkdir(getShard(file), { recursive: true, mode: 0o700 });
    await rename(join(partialDir, file), getPath(file));
    await syncFolder(getShard(file));
  }

  async function begin(): Promise<string> {
    await mkdir(partialDir, { recursive: true, mode: 0o700 });
    return randomUUID();
  }

  /** Writes a stream, passing each chunk to `see`. Throws StorageError("EntityTooLarge"). */
  async function write(
    place: string,
    bytes: AsyncIterable<Uint8Array>,
    { maxBytes, flush, see }: { maxBytes: number; flush: boolean; see?: (chunk: Uint8Array) => void },
  ): Promise<number> {
    let size = 0;
    async function* counted(source: AsyncIterable<Uint8Array>) {
      for await (const chunk of source) {
        size += chunk.byteLength;
        if (size > maxBytes) throw new StorageError("EntityTooLarge");
        see?.(chunk);
        yield chunk;
      }
    }
    const handle = await open(place, "wx", 0o600);
    await pipeline(bytes, counted, handle.createWriteStream({ flush }));
    return size;
  }

  return {
    async withTemporary(bytes, { maxBytes }, use) {
      const place = join(partialDir, await begin());
      try {
        await write(place, bytes, { maxBytes, flush: false });
        return await use(() => readFile(place));
      } finally {
        await rm(place, { force: true });
      }
    },

    async put(bytes, { maxBytes }) {
      const file = await begin();
      const place = join(partialDir, file);
      const digest = createHash("sha256");
      let size: number;
      try {
        size = await write(place, bytes, { maxBytes, flush: true, see: (chunk) => digest.update(chunk) });
        await finish(file);
      } catch (error) {
        await rm(place, { force: true });
        throw error;
      }
      return { file, size, etag: `"${digest.digest("hex").slice(0, 32)}"` };
    },

    async get(file, range) {
      const handle = await open(getPath(file), "r").catch(absent);
      if (!handle) return undefined;
      return Readable.toWeb(handle.createReadStream({ ...range })) as ReadableStream<Uint8Array>;
    },

    async has(file) {
      return (await stat(getPath(file)).catch(absent)) !== undefined;
    },

    async copy(file) {
      const copy = await begin();
      const place = join(partialDir, copy);
      try {
        // Copy-on-write where the file system supports it: files never change, so blocks can be shared.
        await copyFile(getPath(file), place, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
        const handle = await open(place, "r+");
        await handle.sync().finally(() => handle.close());
        await finish(copy);
        return copy;
      } catch (error) {
        await rm(place, { force: true });
        return absent(error);
      }
    },

    async delete(file) {
      await rm(getPath(file), { force: true });
    },

    async *list(before) {
      for (const shard of await namesIn(completeDir)) {
        if (/^[0-9a-f]{2}$/.test(shard)) yield await olderThan(join(completeDir, shard), before);
      }
    },

    async deletePartial(before) {
      const left = await olderThan(partialDir, before);
      for (const file of left) await rm(join(partialDir, file), { force: true });
      return left.length;
    },
  };
}

function absent(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  return undefined;
}

async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(absent)) ?? [];
}

async function olderThan(folder: string, before: Date): Promise<string[]> {
  const old: string[] = [];
  for (const name of await namesIn(folder)) {
    const found = isUuid(name) ? await stat(join(folder, name)).catch(absent) : undefined;
    if (found && found.mtimeMs < before.getTime()) old.push(name);
  }
  return old;
}

/** Flushes a folder's entries, so that they survive a power loss. Not possible on Windows. */
async function syncFolder(folder: string): Promise<void> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(folder, "r");
    await handle.sync();
  } catch (error) {
    if (process.platform !== "win32") throw error;
  } finally {
    await handle?.close();
  }
}
