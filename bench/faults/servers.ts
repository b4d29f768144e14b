import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { runStatement } from "../databases.ts";

/** How long a fault lasts. */
export const OUTAGE_MS = 2_000;

/** Pauses a process for a while. Its connections stay open, but it doesn't respond. */
export async function freeze(pid: number | undefined): Promise<void> {
  if (pid === undefined) return;
  process.kill(pid, "SIGSTOP");
  await sleep(OUTAGE_MS);
  process.kill(pid, "SIGCONT");
}

/** The ID of a PostgreSQL server's main process. */
export async function findPostmaster(databaseUrl: string): Promise<number> {
  const [row] = await runStatement<{ folder: string }>(
    databaseUrl,
    "select current_setting('data_directory') as folder",
  );
  return Number(readFileSync(join(row?.folder ?? "", "postmaster.pid"), "utf8").split("\n")[0]);
}

export async function waitForDatabase(databaseUrl: string): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    await sleep(100);
    const isUp = await runStatement(databaseUrl, "select").then(
      () => true,
      () => false,
    );
    if (isUp) return;
  }
  throw new Error("PostgreSQL didn't come back.");
}
