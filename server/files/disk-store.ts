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
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { StorageError } from "#core/storage/storage-errors.ts";
import type { Log } from "#server/platform/log.ts";
import { isUuid } from "#server/platform/uuid.ts";
import type { FileStore, ListedFile } from "./file-store.ts";
import { assertFilePath, assertFolder, getTopFolder, isFilePath } from "./paths.ts";

export interface DiskStore extends FileStore {
  /**
   * Buffers a stream in a file that is deleted after `use`. Throws StorageError("EntityTooLarge"), or the error of the
   * stream or of `use`.
   */
  withTemporaryFile<T>(
    folder: string,
    bytes: AsyncIterable<Uint8Array>,
    options: { maxBytes: number },
    use: (read: () => Promise<Buffer>) => Promise<T>,
  ): Promise<T>;
}

/** The name of the folders for partial files. It must not change, because existing installations use it. */
const PARTIAL_FOLDER = "half";

/**
 * Files are at `<top folder>/half/<uuid>` until they are complete and flushed to disk. If the disk is full, writing
 * throws StorageError("StorageUnavailable"). Commands pass no log, because they print the error.
 */
export function createDiskStore(root: string, log?: Log): DiskStore {
  /** Logs a full disk and returns an error for users. Returns any other error unchanged. */
  function explainFullDisk(error: unknown): unknown {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== "ENOSPC" && code !== "EDQUOT") return error;
    log?.error({ error: message }, "the disk is full");
    return new StorageError("StorageUnavailable", { cause: error });
  }

  function getDiskPath(path: string): string {
    assertFilePath(path);
    return join(root, path);
  }

  async function preparePartialPath(topFolder: string): Promise<string> {
    assertFolder(topFolder);
    const folder = join(root, topFolder, PARTIAL_FOLDER);
    await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
      throw explainFullDisk(error);
    });
    return join(folder, randomUUID());
  }

  /** Renames a complete, flushed file to its final path, and flushes the new name. */
  async function moveIntoPlace(partialPath: string, path: string): Promise<void> {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await rename(partialPath, path);
    await syncFolder(dirname(path));
  }

  return {
    async withTemporaryFile(folder, bytes, { maxBytes }, use) {
      const partialPath = await preparePartialPath(folder);
      try {
        await writeStream(partialPath, bytes, { maxBytes, flush: false });
        return await use(() => readFile(partialPath));
      } catch (error) {
        throw explainFullDisk(error);
      } finally {
        await rm(partialPath, { force: true });
      }
    },

    async put(path, bytes, { maxBytes }) {
      const target = getDiskPath(path);
      const partialPath = await preparePartialPath(getTopFolder(path));
      const digest = createHash("sha256");
      try {
        const onChunk = (chunk: Uint8Array) => digest.update(chunk);
        const size = await writeStream(partialPath, bytes, { maxBytes, flush: true, onChunk });
        await moveIntoPlace(partialPath, target);
        return { size, sha256: digest.digest("hex") };
      } catch (error) {
        await rm(partialPath, { force: true });
        throw explainFullDisk(error);
      }
    },

    async get(path, range) {
      const handle = await open(getDiskPath(path), "r").catch(ignoreMissing);
      if (!handle) return undefined;
      const { size } = await handle.stat();
      const content = handle.createReadStream({ ...range });
      return { size, body: Readable.toWeb(content) as ReadableStream<Uint8Array> };
    },

    async has(path) {
      return (await stat(getDiskPath(path)).catch(ignoreMissing)) !== undefined;
    },

    async copy(from, to) {
      const [source, target] = [getDiskPath(from), getDiskPath(to)];
      const partialPath = await preparePartialPath(getTopFolder(to));
      try {
        // Copy-on-write where the file system supports it: files never change, so blocks can be shared.
        await copyFile(source, partialPath, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
        const handle = await open(partialPath, "r+");
        await handle.sync().finally(() => handle.close());
        await moveIntoPlace(partialPath, target);
        return true;
      } catch (error) {
        await rm(partialPath, { force: true });
        ignoreMissing(explainFullDisk(error));
        return false;
      }
    },

    async delete(path) {
      await rm(getDiskPath(path), { force: true });
    },

    async *list(folder) {
      assertFolder(folder);
      yield* listFolder(root, folder);
    },

    async deletePartials(folder, before) {
      assertFolder(folder);
      const partialFolder = join(root, folder, PARTIAL_FOLDER);
      let count = 0;
      for (const name of (await readdir(partialFolder).catch(ignoreMissing)) ?? []) {
        const path = join(partialFolder, name);
        const stats = isUuid(name) ? await stat(path).catch(ignoreMissing) : undefined;
        if (!stats || stats.mtimeMs >= before.getTime()) continue;
        await rm(path, { force: true });
        count += 1;
      }
      return count;
    },
  };
}

/** Writes a stream to a file and returns its size. Throws StorageError("EntityTooLarge"). */
async function writeStream(
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

/** Yields each folder's own files before those in its subfolders. */
async function* listFolder(root: string, folder: string): AsyncGenerator<readonly ListedFile[]> {
  const entries = (await readdir(join(root, folder), { withFileTypes: true }).catch(ignoreMissing)) ?? [];
  const files: ListedFile[] = [];
  for (const entry of entries) {
    const path = `${folder}/${entry.name}`;
    if (!entry.isFile() || !isFilePath(path)) continue;
    const stats = await stat(join(root, path)).catch(ignoreMissing);
    if (stats) files.push({ path, modifiedAt: stats.mtime });
  }
  yield files;
  for (const entry of entries)
    if (entry.isDirectory() && entry.name !== PARTIAL_FOLDER)
      yield* listFolder(root, `${folder}/${entry.name}`);
}

function ignoreMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  return undefined;
}

/** Flushes a folder, so that its entries survive a power loss. This isn't possible on Windows. */
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
