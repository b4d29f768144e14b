import { copyFileSync, statSync, truncateSync } from "node:fs";

const LARGEST_LOG_BYTES = 5 * 1024 * 1024;

/** Bytes in the file, 0 where there is none. */
export function logSize(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** Keeps the log small: what is too long becomes `<path>.1`. The server may go on writing to it meanwhile. */
export function rotateLog(path: string): void {
  if (logSize(path) < LARGEST_LOG_BYTES) return;
  copyFileSync(path, `${path}.1`);
  truncateSync(path);
}
