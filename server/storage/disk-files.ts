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
 * Stores files in a folder: at `half/<uuid>` while they are being written, and at `whole/<first two
 * characters>/<uuid>` once they are complete and flushed to disk. Creates the folder with the first file.
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
  async function moveIntoPlace(file: string): Promise<void> {
    await mkdir(getShard(file), { recursive: true, mode: 0o700 });
    await rename(join(partialDir, file), getPath(file));
    await syncFolder(getShard(file));
  }

  async function createPartial(): Promise<string> {
    await mkdir(partialDir, { recursive: true, mode: 0o700 });
    return randomUUID();
  }

  /** Writes a stream, passing each chunk to `onChunk`. Throws StorageError("EntityTooLarge"). */
  async function write(
    path: string,
    bytes: AsyncIterable<Uint8Array>,
    { maxBytes, flush, onChunk }: { maxBytes: number; flush: boolean; onChunk?: (chunk: Uint8Array) => void },
  ): Promise<number> {
    let size = 0;
    async function* limitSize(source: AsyncIterable<Uint8Array>) {
      for await (const chunk of source) {
        size += chunk.byteLength;
        if (size > maxBytes) throw new StorageError("EntityTooLarge");
        onChunk?.(chunk);
        yield chunk;
      }
    }
    const handle = await open(path, "wx", 0o600);
    await pipeline(bytes, limitSize, handle.createWriteStream({ flush }));
    return size;
  }

  return {
    async withTemporary(bytes, { maxBytes }, use) {
      const partialPath = join(partialDir, await createPartial());
      try {
        await write(partialPath, bytes, { maxBytes, flush: false });
        return await use(() => readFile(partialPath));
      } finally {
        await rm(partialPath, { force: true });
      }
    },

    async put(bytes, { maxBytes }) {
      const file = await createPartial();
      const partialPath = join(partialDir, file);
      const digest = createHash("sha256");
      let size: number;
      try {
        size = await write(partialPath, bytes, {
          maxBytes,
          flush: true,
          onChunk: (chunk) => digest.update(chunk),
        });
        await moveIntoPlace(file);
      } catch (error) {
        await rm(partialPath, { force: true });
        throw error;
      }
      return { file, size, etag: `"${digest.digest("hex").slice(0, 32)}"` };
    },

    async get(file, range) {
      const handle = await open(getPath(file), "r").catch(ignoreMissing);
      if (!handle) return undefined;
      return Readable.toWeb(handle.createReadStream({ ...range })) as ReadableStream<Uint8Array>;
    },

    async has(file) {
      return (await stat(getPath(file)).catch(ignoreMissing)) !== undefined;
    },

    async copy(file) {
      const newFile = await createPartial();
      const partialPath = join(partialDir, newFile);
      try {
        // Copy-on-write where the file system supports it: files never change, so blocks can be shared.
        await copyFile(getPath(file), partialPath, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
        const handle = await open(partialPath, "r+");
        await handle.sync().finally(() => handle.close());
        await moveIntoPlace(newFile);
        return newFile;
      } catch (error) {
        await rm(partialPath, { force: true });
        return ignoreMissing(error);
      }
    },

    async delete(file) {
      await rm(getPath(file), { force: true });
    },

    async *list(before) {
      for (const shard of await listNames(completeDir)) {
        if (/^[0-9a-f]{2}$/.test(shard)) yield await listOlderFiles(join(completeDir, shard), before);
      }
    },

    async deletePartial(before) {
      const expired = await listOlderFiles(partialDir, before);
      for (const file of expired) await rm(join(partialDir, file), { force: true });
      return expired.length;
    },
  };
}

function ignoreMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  return undefined;
}

async function listNames(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(ignoreMissing)) ?? [];
}

async function listOlderFiles(folder: string, before: Date): Promise<string[]> {
  const names: string[] = [];
  for (const name of await listNames(folder)) {
    const stats = isUuid(name) ? await stat(join(folder, name)).catch(ignoreMissing) : undefined;
    if (stats && stats.mtimeMs < before.getTime()) names.push(name);
  }
  return names;
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
