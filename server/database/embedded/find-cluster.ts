import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** The file with the path of a cluster that can't be inside the data folder. */
export const LOCATION_FILE = "postgres-location";

/** Returns the path of this data folder's cluster, which may not exist yet. */
export function findCluster(dataDir: string): string {
  const locationFile = join(dataDir, LOCATION_FILE);
  return existsSync(locationFile) ? readFileSync(locationFile, "utf8").trim() : join(dataDir, "postgres");
}

/** Whether the folder contains a cluster or its path. Also true if we may not look into the folder. */
export function mayHaveCluster(folder: string): boolean {
  try {
    return ["postgres", LOCATION_FILE].some((name) =>
      statSync(join(folder, name), { throwIfNoEntry: false }),
    );
  } catch {
    return true;
  }
}
