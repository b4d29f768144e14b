import { existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { syncFolder } from "./sync-folder.ts";

/** The complete cluster of a new major version, before it replaces the old one. */
const UPGRADED_FOLDER = "postgres-upgraded";

/**
 * Replaces the old cluster and returns the folder it was moved to. If this is interrupted, the next start repeats the
 * upgrade or calls finishReplacing. A complete cluster exists at all times.
 */
export function replaceCluster(home: string, replacement: string, oldMajor: number): string {
  const cluster = join(home, "postgres");
  const upgradedFolder = join(home, UPGRADED_FOLDER);
  // Left over from an interrupted attempt. The old cluster may have changed since then.
  rmSync(upgradedFolder, { recursive: true, force: true, maxRetries: 5 });
  renameSync(replacement, upgradedFolder);
  syncFolder(home);
  let oldFolder = join(home, `postgres-${oldMajor}`);
  if (existsSync(oldFolder))
    oldFolder = `${oldFolder}-until-${new Date().toISOString().replace(/[:.]/g, "-")}`;
  renameSync(cluster, oldFolder);
  syncFolder(home);
  finishReplacing(home);
  return oldFolder;
}

/** Finishes an upgrade that was interrupted after the old cluster had been moved away. */
export function finishReplacing(home: string): void {
  const cluster = join(home, "postgres");
  const upgradedFolder = join(home, UPGRADED_FOLDER);
  if (existsSync(cluster) || !existsSync(upgradedFolder)) return;
  renameSync(upgradedFolder, cluster);
  syncFolder(home);
}
