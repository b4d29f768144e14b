import { resolve } from "node:path";
import { z } from "zod";
import { readS3Connection, type S3Config, type s3Variables } from "./config-s3.ts";
import { integer } from "./config-values.ts";

const S3_URL = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/;
const PATH = /^[A-Za-z0-9_.-]+(?:\/[A-Za-z0-9_.-]+)*\/?$/;

const parseS3Url = (url: string): { bucket: string; path: string } | null => {
  const [, bucket, path = ""] = S3_URL.exec(url) ?? [];
  if (bucket === undefined || (path !== "" && !PATH.test(path)) || path.includes("..")) return null;
  return { bucket, path };
};

export const backupVariables = {
  BACKUP_DIR: z
    .string()
    .min(1)
    .refine((folder) => !folder.startsWith("s3:") || parseS3Url(folder) !== null, {
      error: "must be a folder, or a path in a bucket such as s3://bucket/backups",
    })
    .optional(),
  BACKUP_EVERY_HOURS: integer(1, 720).default(24),
  BACKUP_KEEP: integer(1, 1000).default(14),
  BACKUP_PASSPHRASE: z.string().min(8, "must have at least 8 characters").optional(),
};

export type BackupConfig = ReturnType<typeof readBackupConfig>;

type Variables = z.output<z.ZodObject<typeof backupVariables & typeof s3Variables>>;

export function readBackupConfig(v: Variables) {
  const { BACKUP_DIR: folder } = v;
  return Object.freeze({
    /** The folder of scheduled backups, or its s3:// URL; null turns them off. */
    folder:
      folder === undefined ? null : parseS3Url(folder) ? folder.replace(/(?<!\/)\/*$/, "/") : resolve(folder),
    everyHours: v.BACKUP_EVERY_HOURS,
    /** Number of scheduled backups to retain. */
    retainedCount: v.BACKUP_KEEP,
    /** If set, all backups are encrypted with it. */
    passphrase: v.BACKUP_PASSPHRASE,
    /** Server and access key for backups on S3. */
    connection: readS3Connection(v),
  });
}

/**
 * Returns the bucket in the s3:// URL of a folder or a file, with the URL's path as the prefix, which doesn't end in a
 * slash for a file. Null for anything else, or if the S3 connection isn't configured.
 */
export function toBackupBucket(
  url: string,
  { connection }: Pick<BackupConfig, "connection">,
): S3Config | null {
  const parsedUrl = parseS3Url(url);
  if (!parsedUrl || !connection) return null;
  return { ...connection, bucket: parsedUrl.bucket, prefix: parsedUrl.path, signsDownloads: false };
}
