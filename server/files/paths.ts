import { isUuid } from "#server/platform/uuid.ts";

/** Paths are the same on the disk and on S3, and contain only IDs that Lattice chose. */
const FILE_PATH =
  /^(?:storage\/[0-9a-f-]{36}\/whole\/[0-9a-f]{2}\/[0-9a-f-]{36}|news-images\/[0-9a-f]{2}\/[0-9a-f-]{36}-(?:whole|small)\.webp)$/;
const FOLDER = /^(?:storage\/[0-9a-f-]{36}(?:\/whole(?:\/[0-9a-f]{2})?)?|news-images)$/;

export const isFilePath = (path: string): boolean => FILE_PATH.test(path);

/** Throws an error for a path that Lattice didn't build. Such a path must never reach a store. */
export function assertFilePath(path: string): void {
  if (!isFilePath(path)) throw new Error("the path isn't one of the program's files");
}

export function assertFolder(folder: string): void {
  if (!FOLDER.test(folder)) throw new Error("the folder isn't one of the program's folders");
}

/** `siteId` is the random ID from `readSiteId`. */
export function getSiteFolder(siteId: string): string {
  if (!isUuid(siteId)) throw new Error("the name of a site's folder must be a UUID");
  return `storage/${siteId}`;
}

/** Returns the top folder that a file is in: each site has its own, and all news images share one. */
export const getTopFolder = (path: string): string =>
  path.startsWith("storage/") ? path.split("/", 2).join("/") : "news-images";
