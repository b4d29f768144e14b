/** The site's files, in DATA_DIR or on S3 (docs/decisions/080). */
import type pg from "pg";
import type { Announcements } from "#server/platform/announcements.ts";
import type { Log } from "#server/platform/log.ts";
import { createDiskStore, type DiskStore } from "./disk-store.ts";
import type { FileStore } from "./file-store.ts";
import { createLocationCache } from "./location.ts";
import type { S3Settings } from "./s3-client.ts";
import { createS3Store } from "./s3-store.ts";
import type { DownloadHeaders } from "./sign-download.ts";
import { createSiteFiles } from "./site-files.ts";

export { abortUploads } from "./abort-uploads.ts";
export { checkFiles, requireReachableBucket, requireSettings } from "./check-files.ts";
export { deleteCopies } from "./delete-copies.ts";
export { createDiskStore } from "./disk-store.ts";
export type { FileContent, FileStore, WrittenFile } from "./file-store.ts";
export { ensureLocation, readLocation, readSiteId, type StoreName, saveLocation } from "./location.ts";
export { type MoveReport, moveFiles } from "./move-files.ts";
export { getSiteFolder, isFilePath } from "./paths.ts";
export { readS3Object } from "./read-object.ts";
export { createS3Connection, S3Failure, type S3Settings } from "./s3-client.ts";
export { createS3Store } from "./s3-store.ts";
export type { DownloadHeaders } from "./sign-download.ts";

/** Returns the origin from which browsers load files on S3; null if they load them from the site. */
export function getDownloadOrigin(s3: S3Settings | null): string | null {
  if (!s3?.signsDownloads) return null;
  const { protocol, host, origin } = new URL(s3.endpoint);
  return s3.usesPathStyle ? origin : `${protocol}//${s3.bucket}.${host}`;
}

/** The files of a site, wherever they are stored, and storage for temporary ones. */
export interface Files extends FileStore, Pick<DiskStore, "withTemporaryFile"> {
  /** Whether files can be stored now. Asks S3 at most every few seconds. */
  isAvailable(): Promise<boolean>;
  /** Signs a short-lived URL on S3; null if the file must be loaded from this server. */
  signDownload(path: string, headers: DownloadHeaders): Promise<string | null>;
}

const AVAILABILITY_TTL_MS = 5_000;

export interface FilesDeps {
  readonly pool: pg.Pool;
  readonly log: Log;
  /** Null in commands, which read the location from the database each time. */
  readonly announcements: Pick<Announcements, "on" | "isCurrent"> | null;
  readonly dataDir: string;
  readonly s3: S3Settings | null;
}

export function createFiles({ pool, log, announcements, dataDir, s3 }: FilesDeps): Files {
  const disk = createDiskStore(dataDir, log);
  if (!s3) return { ...disk, isAvailable: async () => true, signDownload: async () => null };
  const locations = createLocationCache(pool, announcements);
  const stores = { disk, s3: createS3Store(s3, log) };
  let lastCheck: { readonly at: number; readonly result: Promise<boolean> } | undefined;
  return {
    ...createSiteFiles(stores, locations),
    withTemporaryFile: disk.withTemporaryFile,
    async signDownload(path, headers) {
      if (!s3.signsDownloads) return null;
      // Until the old copies are deleted, the file may be only on the disk.
      const { store, previous } = await locations.read();
      return store === "s3" && previous === null ? stores.s3.signDownload(path, headers) : null;
    },
    async isAvailable() {
      if ((await locations.read()).store === "disk") return true;
      if (!lastCheck || performance.now() - lastCheck.at > AVAILABILITY_TTL_MS) {
        const result = stores.s3.check().then(
          () => true,
          () => false,
        );
        lastCheck = { at: performance.now(), result };
      }
      return lastCheck.result;
    },
  };
}
