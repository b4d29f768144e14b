import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./root.ts";

/** An instance that is running from this installation. */
export interface RunningInstance {
  readonly url: string;
  readonly dataDir: string;
  readonly usesDatabaseUrl: boolean;
  /** The settings that a command needs to find this instance, as text to paste before the command. */
  readonly settings: string;
}

/** The folder with one file per running instance, named after the ID of its process. */
const RUNNING_FOLDER = join(ROOT, "node_modules", ".cache", "lattice-running");

/** Records a running instance for the commands. Returns a function that removes the record. */
export function recordRunningInstance(instance: RunningInstance, folder = RUNNING_FOLDER): () => void {
  const file = join(folder, `${process.pid}.json`);
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, JSON.stringify(instance), { mode: 0o600 });
  } catch {
    // The installation may be read-only. That's fine, because the record only helps to prevent mistakes.
    return () => {};
  }
  return () => rmSync(file, { force: true });
}

/** Finds the recorded instances that still respond. */
export async function findRunningInstances(folder = RUNNING_FOLDER): Promise<RunningInstance[]> {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const instances = names.flatMap((name) => {
    try {
      return [JSON.parse(readFileSync(join(folder, name), "utf8")) as RunningInstance];
    } catch {
      // The instance has just stopped, or the file belongs to another user.
      return [];
    }
  });
  // An instance that crashed leaves its file behind.
  const areResponding = await Promise.all(instances.map(({ url }) => isResponding(url)));
  return instances.filter((_instance, index) => areResponding[index]);
}

const RESPONSE_TIMEOUT_MS = 2_000;

async function isResponding(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS) });
    return response.ok;
  } catch {
    return false;
  }
}
