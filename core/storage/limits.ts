import { StorageError } from "./storage-errors.ts";

/** The upload limit when neither the bucket nor STORAGE_MAX_BYTES sets one: 50 MB. */
export const DEFAULT_MAX_BYTES = 50 * 1024 * 1024;

/** The specification's note next to "Upload Image": "Max 10MB". */
export const IMAGE_MAX_BYTES = 10 * 1024 * 1024;
export function describeLargeImage(bytes: number): string {
  const megabytes = (Math.ceil((10 * bytes) / 1024 ** 2) / 10).toLocaleString("en");
  return `This image is ${megabytes} MB. The limit is ${IMAGE_MAX_BYTES / 1024 ** 2} MB.`;
}

export const IMAGE_MAX_PIXELS = 40_000_000;

/** The width and height of a profile picture in pixels. */
export const AVATAR_SIZE = 256;
export const POST_IMAGE_WIDTH = 1600;
export const POST_IMAGE_THUMBNAIL_WIDTH = 800;
/** Taller images are scaled down. WebP allows at most 16,383 pixels. */
export const POST_IMAGE_HEIGHT = 8000;
/** A WebP encoder needs about 8 bytes of memory per pixel. */
export const POST_IMAGE_MAX_PIXELS = 5_000_000;

/** Limit per member, across all buckets. */
export const IMAGES_PER_HOUR = { points: 60, durationSeconds: 3600 } as const;
/** Limits per client (an IPv4 address or an IPv6 /64), regardless of the member. */
export const IMAGES_PER_CLIENT = [
  { points: 120, durationSeconds: 3600 },
  { points: 300, durationSeconds: 86_400 },
] as const;
/** The maximum total size of a member's files: 500 MB. */
export const MEMBER_MAX_BYTES = 500 * 1024 * 1024;

export const SIGNED_UPLOAD_SECONDS = 7200;

export const LIST_MAX = 1500;
export const LIST_V2_MAX = 1000;
/** The maximum number of keys in a request to delete objects or to sign URLs. */
export const KEYS_PER_REQUEST_MAX = 1000;

const UNITS: Readonly<Record<string, number>> = { b: 1, kb: 1e3, mb: 1e6, gb: 1e9, tb: 1e12 };

/** Parses a size limit: an integer, or a string such as "20MB" (decimal units). Throws InvalidRequest. */
export function parseFileSize(input: number | string): number {
  if (typeof input === "number") {
    if (Number.isSafeInteger(input) && input >= 0) return input;
  } else {
    const [, digits, unit] = /^(\d{1,15}(?:\.\d{1,6})?)\s*([kmgt]?b)?$/i.exec(input.trim()) ?? [];
    const bytes = Math.floor(Number(digits) * (UNITS[(unit ?? "b").toLowerCase()] ?? 1));
    if (Number.isSafeInteger(bytes)) return bytes;
  }
  throw new StorageError("InvalidRequest", {
    message: "body/file_size_limit must be a number of bytes or a size such as 20MB",
  });
}

const MIME_TYPE = /^[a-z0-9][\w!#$&^.+-]{0,126}\/[a-z0-9*][\w!#$&^.+*-]{0,126}(\s*;[\x20-\x7e]*)?$/i;

export function isMimeType(type: string): boolean {
  return type.length <= 255 && MIME_TYPE.test(type);
}

/** Whether a bucket accepts a type. Null or an empty list accepts all types, and an entry may be `image/*`. */
export function acceptsMimeType(allowedTypes: readonly string[] | null, type: string): boolean {
  if (allowedTypes === null || allowedTypes.length === 0) return true;
  const essence = (type.split(";")[0] ?? "").trim().toLowerCase();
  return allowedTypes.some((entry) => {
    const pattern = entry.trim().toLowerCase();
    if (pattern === "*/*" || pattern === "*") return true;
    return pattern.endsWith("/*") ? essence.startsWith(pattern.slice(0, -1)) : essence === pattern;
  });
}
