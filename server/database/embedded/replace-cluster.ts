import { existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { syncFolder } from "./sync-folder.ts";

/** The complete cluster of a new major version, before it replaces the old one. */
const UPGRADED_FOLDER = "postgres-upgraded";

/**
 * Replaces the old cluster and returns where it is now. If this is interrupted, the next start repeats the upgrade or
 * calls finishReplacing. A complete cluster exists at all times.
 */
export function replaceCluster(home: string, replacement: string, oldMajor: number): string {
  const cluster = join(home, "postgres");
  const upgraded = join(home, UPGRADED_FOLDER);
  // Left over from an interrupted attempt. The old cluster may have changed since then.
  rmSync(upgraded, { recursive: true, force: true, maxRetries: 5 });
  renameSync(replacement, upgraded);
  syncFolder(home);
  let old = join(home, `postgres-${oldMajor}`);
  if (existsSync(old)) old = `${old}-until-${new Date().toISOString().replace(/[:.]/g, "-")}`;
  renameSync(cluster, old);
  syncFolder(home);
  finishReplacing(home);
  return old;
}

/** Finishes an upgrade that was interrupted after the old cluster had been moved away. */
export function finishReplacing(home: string): void {
  const cluster = join(home, "postgres");
  const upgraded = join(home, UPGRADED_FOLDER);
  if (existsSync(cluster) || !existsSync(upgraded)) return;
  renameSync(upgraded, cluster);
  syncFolder(home);
}
