import { constants } from "node:fs";
import { access, mkdir, readdir, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type pg from "pg";
import { readSiteId } from "#server/files/index.ts";
import { withTimeout } from "#server/platform/deadline.ts";
import { StartError } from "#server/platform/start-error.ts";
import { type S3Folder, SCHEDULED_NAME_START } from "./s3-folder.ts";

const getExtension = (isEncrypted: boolean) => (isEncrypted ? ".tar.zst.age" : ".tar.zst");
const NAME_SUFFIX = /^-\d{8}-\d{6}\.tar\.zst(?:\.age)?$/;

/** Returns a name that contains the time in UTC. Each site has its own prefix, so that several can share a folder. */
export async function nameScheduledBackup(
  pool: pg.Pool,
  { now, isEncrypted }: { now: Date; isEncrypted: boolean },
): Promise<{ name: string; prefix: string }> {
  const prefix = `${SCHEDULED_NAME_START}${((await readSiteId(pool)) ?? "new").slice(0, 8)}`;
  const time = now.toISOString().slice(0, 19).replaceAll(/[-:]/g, "").replace("T", "-");
  return { prefix, name: `${prefix}-${time}${getExtension(isEncrypted)}` };
}

/** Creates the folder if it is missing. Throws StartError if backups can't be written to it. */
export async function ensureBackupFolder(folder: string): Promise<void> {
  try {
    await withFolderTimeout(folder, async () => {
      await createFolder(folder);
      await access(folder, constants.W_OK | constants.X_OK);
    });
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`Can't write to the folder ${folder} (BACKUP_DIR): ${describeFolderError(error)}.`, {
      cause: error,
    });
  }
}

/**
 * Creates a folder and its parents. The recursive mode of `mkdir` loops forever in file systems such as /proc, which
 * report ENOENT for a new folder.
 */
async function createFolder(folder: string): Promise<void> {
  const create = () =>
    mkdir(folder, { mode: 0o700 }).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST" || !(await stat(folder)).isDirectory()) throw error;
    });
  try {
    await create();
  } catch (error) {
    const parent = dirname(folder);
    if ((error as NodeJS.ErrnoException).code !== "ENOENT" || parent === folder) throw error;
    await createFolder(parent);
    await create();
  }
}

function describeFolderError(error: unknown): string {
  switch ((error as NodeJS.ErrnoException).code) {
    case "EACCES":
    case "EPERM":
      return "permission denied";
    case "EEXIST":
    case "ENOTDIR":
      return "part of its path is a file";
    case "ENOENT":
      return "folders can't be created there";
    case "EROFS":
      return "its file system is read-only";
    default:
      return error instanceof Error ? error.message : String(error);
  }
}

/**
 * Deletes all but the newest `retainedCount` scheduled backups of the site. `newestName` is the name of the backup that
 * was just made. Returns the deleted names.
 */
export async function deleteOldBackups(
  folder: string | Pick<S3Folder, "list" | "delete">,
  { prefix, newestName, retainedCount }: { prefix: string; newestName: string; retainedCount: number },
): Promise<string[]> {
  const names = (typeof folder === "string" ? await readdir(folder) : await folder.list()).filter(
    (name) => name.startsWith(prefix) && NAME_SUFFIX.test(name.slice(prefix.length)),
  );
  // Names with a later time were given while the clock was wrong, then or now. Those backups aren't newer.
  const isLater = (name: string) => Number(name > newestName);
  names.sort((a, b) => isLater(b) - isLater(a) || (a < b ? -1 : 1));
  const oldNames = names.slice(0, Math.max(0, names.length - retainedCount));
  for (const name of oldNames) {
    if (typeof folder === "string") await rm(join(folder, name), { force: true });
    else await folder.delete(name);
  }
  return oldNames;
}

/** How long a folder or a bucket may take to respond. Short, because administrators wait for the result. */
export const CHECK_TIMEOUT_MS = 5_000;

const unresponsiveFolders = new Set<string>();

/**
 * Throws StartError if a folder, such as a network drive, responds too slowly. A file operation can't be canceled and
 * blocks a thread, so no other one is started in that folder until it ends.
 */
export async function withFolderTimeout<T>(
  folder: string,
  work: () => Promise<T>,
  limitMs = CHECK_TIMEOUT_MS,
) {
  const createError = () => new StartError(`The folder ${folder} doesn't respond.`);
  if (unresponsiveFolders.has(folder)) throw createError();
  const result = work();
  return withTimeout(limitMs, result, () => {
    unresponsiveFolders.add(folder);
    const forget = () => unresponsiveFolders.delete(folder);
    result.then(forget, forget);
    return createError();
  });
}
