import { z } from "zod";
import { formatList } from "#core/format-list.ts";
import { flag, httpUrl } from "./config-values.ts";

export const s3Variables = {
  S3_ENDPOINT: httpUrl.optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "must be the name of a bucket")
    .optional(),
  S3_REGION: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,64}$/, "must be the name of a region, such as eu-central-1")
    .default("us-east-1"),
  S3_ACCESS_KEY: z.string().min(1).optional(),
  S3_SECRET_KEY: z.string().min(1).optional(),
  S3_PREFIX: z
    .string()
    .regex(
      /^\/*[A-Za-z0-9_][A-Za-z0-9_.-]*(?:\/[A-Za-z0-9_][A-Za-z0-9_.-]*)*\/*$/,
      "must be a path of letters, digits, dots, hyphens and underscores, such as sites/lattice",
    )
    .max(200, "must have at most 200 characters")
    .optional(),
  S3_PATH_STYLE: flag.default(true),
  S3_DOWNLOADS: z.enum(["proxied", "signed"], { error: 'must be "proxied" or "signed"' }).default("proxied"),
};

/** A server and the access key for it. */
export interface S3ConnectionConfig {
  readonly endpoint: string;
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
  readonly usesPathStyle: boolean;
}

export interface S3Config extends S3ConnectionConfig {
  readonly bucket: string;
  /** Precedes every key; empty, or ends in a slash. */
  readonly prefix: string;
  /** Whether browsers download files directly from the endpoint. */
  readonly signsDownloads: boolean;
}

const CONNECTION_VARIABLES = ["S3_ENDPOINT", "S3_ACCESS_KEY", "S3_SECRET_KEY"] as const;

/**
 * Returns a message for each missing setting if S3 is used for files or backups. Backups don't need S3_BUCKET: their
 * URLs name one.
 */
export function findMissingS3Settings(
  settings: Readonly<Record<string, string | undefined>>,
  backupLocations: readonly (string | undefined)[],
): string[] {
  const hasS3Backups = backupLocations.some((location) => location?.startsWith("s3://"));
  if (!hasS3Backups && !Object.keys(settings).some((name) => name.startsWith("S3_"))) return [];
  const requiredNames = hasS3Backups ? CONNECTION_VARIABLES : [...CONNECTION_VARIABLES, "S3_BUCKET"];
  return requiredNames
    .filter((name) => settings[name] === undefined)
    .map((name) => `${name} is missing. S3 needs ${formatList(requiredNames)}`);
}

type Variables = z.output<z.ZodObject<typeof s3Variables>>;

/** Returns null if a setting that S3 requires is missing. */
export function readS3Connection(v: Variables): S3ConnectionConfig | null {
  const { S3_ENDPOINT: endpoint, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey } = v;
  if (!endpoint || !accessKey || !secretKey) return null;
  return {
    endpoint: endpoint.replace(/(?<!\/)\/+$/, ""),
    region: v.S3_REGION,
    accessKey,
    secretKey,
    usesPathStyle: v.S3_PATH_STYLE,
  };
}

/** Returns null if files aren't on S3. */
export function readS3Config(v: Variables): S3Config | null {
  const connection = readS3Connection(v);
  if (!connection || !v.S3_BUCKET) return null;
  const prefix = (v.S3_PREFIX ?? "").replace(/^\/+|(?<!\/)\/+$/g, "");
  return Object.freeze({
    ...connection,
    bucket: v.S3_BUCKET,
    prefix: prefix === "" ? "" : `${prefix}/`,
    signsDownloads: v.S3_DOWNLOADS === "signed",
  });
}
