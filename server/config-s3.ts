import { z } from "zod";
import { flag, httpUrl } from "./config-values.ts";

/** The settings of files on S3. */
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

export interface S3Config {
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
  /** In front of every key; empty, or ending in a slash. */
  readonly prefix: string;
  readonly pathStyle: boolean;
  /** Whether browsers download files directly from the endpoint. */
  readonly signsDownloads: boolean;
}

const REQUIRED = ["S3_ENDPOINT", "S3_BUCKET", "S3_ACCESS_KEY", "S3_SECRET_KEY"] as const;

/** What is missing, if any of these settings is given. */
export function findMissingS3Settings(given: Readonly<Record<string, string | undefined>>): string[] {
  if (!Object.keys(given).some((name) => name.startsWith("S3_"))) return [];
  return REQUIRED.filter((name) => given[name] === undefined).map(
    (name) => `${name} is missing. Files on S3 need ${REQUIRED.join(", ")}`,
  );
}

/** Null without S3. */
export function readS3Config(v: z.output<z.ZodObject<typeof s3Variables>>): S3Config | null {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey } = v;
  if (!endpoint || !bucket || !accessKey || !secretKey) return null;
  const prefix = (v.S3_PREFIX ?? "").replace(/^\/+|\/+$/g, "");
  return Object.freeze({
    endpoint: endpoint.replace(/\/+$/, ""),
    bucket,
    region: v.S3_REGION,
    accessKey,
    secretKey,
    prefix: prefix === "" ? "" : `${prefix}/`,
    pathStyle: v.S3_PATH_STYLE,
    signsDownloads: v.S3_DOWNLOADS === "signed",
  });
}
