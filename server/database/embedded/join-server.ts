import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { connectionString } from "./endpoint.ts";
import { type AnotherProgramError, EmbeddedPostgresError } from "./errors.ts";
import { ensureDataFolder, knownCluster } from "./places.ts";
import { readServerFile } from "./stop-server.ts";

/** A first start makes the cluster before it serves. */
const PATIENCE_MS = 30_000;
const LOOK_MS = 250;

/**
 * The connection string of the server that the program of `held` keeps for this data folder, for a command beside it:
 * good until that program stops. Waits for a server that is only starting. Throws EmbeddedPostgresError with one
 * sentence where there is none, or none for this user; `held` itself when it is about another folder.
 */
export async function joinEmbeddedPostgres(
  dataDir: string,
  held: AnotherProgramError,
  patienceMs = PATIENCE_MS,
): Promise<string> {
  const folder = ensureDataFolder(dataDir);
  // A copy of a data folder names the original's cluster: its program keeps another folder, and another password.
  if (held.folder !== folder) throw held;
  const until = performance.now() + patienceMs;
  for (;;) {
    const url = locate(folder, held);
    const problem = url === undefined ? "it is not up" : await knock(url);
    if (url !== undefined && problem === undefined) return url;
    if (problem === "EACCES" || problem === "EPERM") throw ofAnotherUser(folder, held);
    if (performance.now() > until)
      throw new EmbeddedPostgresError(
        `The database of the Lattice that runs on ${folder} (process ${held.pid}) does not answer (${problem}): ` +
          "look at that program, or stop it and run the command again.",
      );
    await sleep(LOOK_MS);
  }
}

function locate(folder: string, held: AnotherProgramError): string | undefined {
  try {
    const password = readFileSync(join(folder, "postgres-password"), "utf8").trim();
    const server = readServerFile(knownCluster(folder));
    if (!server?.ready) return undefined;
    const directory = process.platform === "win32" ? undefined : server.directory;
    return connectionString({ directory, port: server.port }, password, "lattice");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return undefined;
    if (code === "EACCES" || code === "EPERM") throw ofAnotherUser(folder, held);
    throw error;
  }
}

/** Undefined when the server lets us in, else what it said. */
async function knock(url: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    return undefined;
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  } finally {
    await client.end().catch(() => {});
  }
}

const ofAnotherUser = (folder: string, { pid }: AnotherProgramError) =>
  new EmbeddedPostgresError(
    `The Lattice that runs on ${folder} (process ${pid}) is another user's: run the command as that user.`,
  );
