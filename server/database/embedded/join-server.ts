import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { buildConnectionString } from "./endpoint.ts";
import { type AnotherProgramError, EmbeddedPostgresError } from "./errors.ts";
import { findCluster } from "./find-cluster.ts";
import { ensureDataFolder } from "./locations.ts";
import { readServerFile } from "./stop-server.ts";

/** How long to wait for a server that is starting. Its first start includes the creation of the cluster. */
const TIMEOUT_MS = 30_000;
const POLL_MS = 250;

/**
 * Returns the connection string of a running instance's server, which may still be starting. Throws
 * EmbeddedPostgresError if it doesn't respond in time or belongs to another user, and `lockError` itself if that error
 * is about another folder.
 */
export async function joinEmbeddedPostgres(
  dataDir: string,
  lockError: AnotherProgramError,
  timeoutMs = TIMEOUT_MS,
): Promise<string> {
  const folder = ensureDataFolder(dataDir);
  // A copied data folder may still refer to the original's cluster. Its commands must not use the original's data.
  if (lockError.folder !== folder) throw lockError;
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const url = findUrl(folder, lockError);
    const problem = url === undefined ? "it isn't ready" : await tryConnect(url);
    if (url !== undefined && problem === undefined) return url;
    if (problem === "EACCES" || problem === "EPERM") throw createOtherUserError(folder, lockError);
    if (performance.now() > deadline)
      throw new EmbeddedPostgresError(
        `The database of the Lattice instance that uses ${folder} (process ${lockError.pid}) isn't responding: ${problem}. ` +
          "Check that instance, or stop it and run the command again.",
      );
    await sleep(POLL_MS);
  }
}

function findUrl(folder: string, lockError: AnotherProgramError): string | undefined {
  try {
    const password = readFileSync(join(folder, "postgres-password"), "utf8").trim();
    const server = readServerFile(findCluster(folder));
    if (!server?.ready) return undefined;
    const directory = process.platform === "win32" ? undefined : server.directory;
    return buildConnectionString({ directory, port: server.port }, password, "lattice");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return undefined;
    if (code === "EACCES" || code === "EPERM") throw createOtherUserError(folder, lockError);
    throw error;
  }
}

/** Returns undefined if the connection works, otherwise the error's code or text. */
async function tryConnect(url: string): Promise<string | undefined> {
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

const createOtherUserError = (folder: string, { pid }: AnotherProgramError) =>
  new EmbeddedPostgresError(
    `The Lattice instance that uses ${folder} (process ${pid}) belongs to another user. Run the command as that user.`,
  );
