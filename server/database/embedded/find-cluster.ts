import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** The name of the file that contains the path of a cluster outside the data folder. */
export const LOCATION_FILE = "postgres-location";

/** Returns the path of this data folder's cluster, which may not exist yet. */
export function findCluster(dataDir: string): string {
  const locationFile = join(dataDir, LOCATION_FILE);
  return existsSync(locationFile) ? readFileSync(locationFile, "utf8").trim() : join(dataDir, "postgres");
}

/** Whether the folder contains a cluster or a file with its path. Also true if we have no access to the folder. */
export function mayHaveCluster(folder: string): boolean {
  try {
    return ["postgres", LOCATION_FILE].some((name) =>
      statSync(join(folder, name), { throwIfNoEntry: false }),
    );
  } catch {
    return true;
  }
}
