import { existsSync } from "node:fs";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isStorageOutage } from "#core/storage/storage-errors.ts";
import { createDiskStore, createS3Store, type S3Settings } from "#server/files/index.ts";
import type { Log } from "#server/platform/log.ts";
import { StartError } from "#server/platform/start-error.ts";

/** A file that marks the folder during a restore, so that an interrupted restore can be repeated. */
const MARKER = "restore-in-progress";

export type RestoreTarget = ReturnType<typeof createRestoreTarget>;

/** Creates a target that restores files to the disk, or to S3 if it is configured. Markers are always on the disk. */
export function createRestoreTarget({
  dataDir,
  s3,
  log,
}: {
  readonly dataDir: string;
  readonly s3: S3Settings | null;
  readonly log: Log;
}) {
  const store = s3 ? createS3Store(s3, log) : createDiskStore(dataDir);
  const name = s3 ? `the bucket ${s3.bucket} at ${s3.endpoint}` : dataDir;
  const markers: string[] = [];
  return {
    store: s3 ? ("s3" as const) : ("disk" as const),
    /** The folder or S3 bucket, for messages. */
    name,
    async put(...parameters: Parameters<typeof store.put>) {
      try {
        return await store.put(...parameters);
      } catch (error) {
        throw explainWriteError(error, name);
      }
    },
    /** Prepares a site's folder. Throws StartError if it is already in use, unless by an interrupted restore. */
    async claimFolder(folder: string) {
      const marker = join(dataDir, folder, MARKER);
      if (
        !existsSync(marker) &&
        (s3 ? await hasFiles(store, folder) : await hasEntries(join(dataDir, folder)))
      )
        throw new StartError(
          `${s3 ? `${folder} in ${name}` : join(dataDir, folder)} already exists and belongs to the site that was backed up. ` +
            `Two sites can't share it. Move it elsewhere, or set ${s3 ? "S3_PREFIX to another prefix" : "DATA_DIR to another folder"}.`,
        );
      await mkdir(join(dataDir, folder), { recursive: true, mode: 0o700 });
      await writeFile(marker, "", { mode: 0o600 });
      markers.push(marker);
    },
    /** Removes the markers. Call this once everything has been restored. */
    async releaseFolders() {
      for (const marker of markers) await rm(marker, { force: true });
    },
  };
}

/** An empty folder can be the result of a restore that was killed before it wrote the marker. */
async function hasEntries(folder: string): Promise<boolean> {
  return existsSync(folder) && (await readdir(folder)).length > 0;
}

async function hasFiles(store: Pick<ReturnType<typeof createS3Store>, "list">, folder: string) {
  for await (const paths of store.list(folder)) if (paths.length > 0) return true;
  return false;
}

function explainWriteError(error: unknown, name: string): unknown {
  const { code } = (isStorageOutage(error) ? error.cause : error) as NodeJS.ErrnoException;
  if (code === "ENOSPC" || code === "EDQUOT")
    return new StartError(
      `The disk that contains ${name} is full. Free some space, then run the command again.`,
      { cause: error },
    );
  if (isStorageOutage(error))
    return new StartError(
      `Can't write to ${name}: ${error.cause instanceof Error ? error.cause.message : "it doesn't respond"}. Run the command again to repeat the restore.`,
      { cause: error },
    );
  return error;
}
