import { StorageError } from "./storage-errors.ts";

/** The maximum length in characters, and in bytes, because keys are ASCII. */
const KEY_MAX = 1024;
const BUCKET_NAME_MAX = 100;

const KEY = /^[A-Za-z0-9_/!.*'()&$@=;:+,?\- ]+$/;
const BUCKET_NAME = /^[A-Za-z0-9_!.*'()&$@=;:+,?\- ]+$/;

/** Dot segments are rejected because browsers and proxies would resolve them and request another object. */
export function isKey(key: string): boolean {
  if (key.length > KEY_MAX || !KEY.test(key)) return false;
  return key.split("/").every((segment) => segment !== "" && segment !== "." && segment !== "..");
}

export function assertKey(key: string): void {
  if (!isKey(key)) throw new StorageError("InvalidKey", { message: `Invalid key: ${formatInvalidKey(key)}` });
}

export function isBucketName(name: string): boolean {
  return (
    name.length <= BUCKET_NAME_MAX &&
    BUCKET_NAME.test(name) &&
    name === name.trim() &&
    name !== "." &&
    name !== ".."
  );
}

export function assertBucketName(name: string): void {
  if (!isBucketName(name)) throw new StorageError("InvalidBucketName");
}

/** Shortens an invalid key for an error message, and makes it safe for terminals and logs. */
function formatInvalidKey(key: string): string {
  return key.slice(0, 200).replace(/\p{Cc}/gu, "\uFFFD");
}
