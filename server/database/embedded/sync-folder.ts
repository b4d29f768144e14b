import { closeSync, fsyncSync, openSync } from "node:fs";

/** Makes renames in the folder durable, so that they survive a power failure. */
export function syncFolder(folder: string): void {
  if (process.platform === "win32") return;
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
