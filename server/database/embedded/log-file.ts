import { copyFileSync, statSync, truncateSync } from "node:fs";

const MAX_LOG_BYTES = 5 * 1024 * 1024;

/** Size in bytes; 0 if the file doesn't exist. */
export function logSize(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/**
 * Rotates a large log to `<path>.1`. Truncates instead of renaming, because the server may still be writing to it.
 */
export function rotateLog(path: string): void {
  if (logSize(path) < MAX_LOG_BYTES) return;
  copyFileSync(path, `${path}.1`);
  truncateSync(path);
}
