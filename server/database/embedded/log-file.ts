import { copyFileSync, statSync, truncateSync } from "node:fs";

const LOG_BYTES_MAX = 5 * 1024 * 1024;

/** Returns the log's size in bytes; 0 if the file doesn't exist. */
export function getLogSize(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** Rotates a large log to `<path>.1`. Truncates instead of renaming, because the server may still be writing to it. */
export function rotateLog(path: string): void {
  if (getLogSize(path) < LOG_BYTES_MAX) return;
  copyFileSync(path, `${path}.1`);
  truncateSync(path);
}
