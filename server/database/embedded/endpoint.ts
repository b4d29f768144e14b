import { chownSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { type Account, canReach } from "./account.ts";
import { EmbeddedPostgresError } from "./errors.ts";

/** The only address the server listens on. */
export interface Endpoint {
  /** Directory of the Unix socket; undefined for loopback TCP. */
  directory: string | undefined;
  port: number;
}

const PREFIX = "lattice-pg-";
/** All systems allow at least 103 bytes for a Unix socket's path. The file name needs 14 of them, and 4 are spare. */
const DIRECTORY_LENGTH_MAX = 85;
/** The length of the random suffix that mkdtemp appends. */
const SUFFIX_LENGTH = 6;

/** Creates a private directory for the server's socket. On Windows, finds a free loopback port instead. */
export async function createEndpoint(account: Account): Promise<Endpoint> {
  if (process.platform === "win32") return { directory: undefined, port: await findFreePort() };
  for (const parent of new Set([tmpdir(), "/tmp", "/var/tmp"])) {
    if (Buffer.byteLength(join(parent, PREFIX)) + SUFFIX_LENGTH > DIRECTORY_LENGTH_MAX) continue;
    if (!canReach(account, parent)) continue;
    try {
      const directory = mkdtempSync(join(parent, PREFIX));
      if (account) chownSync(directory, account.uid, account.gid);
      return { directory, port: 5432 };
    } catch {
      // The folder is missing or not writable, so the next one is tried.
    }
  }
  throw new EmbeddedPostgresError(
    `PostgreSQL needs a writable folder with a short path for its socket, but can't use ${tmpdir()}. ` +
      "Set TMPDIR to such a folder.",
  );
}

/** Removes the socket's directory if createEndpoint created it. */
export function removeEndpoint(directory: string | undefined): void {
  if (directory && basename(directory).startsWith(PREFIX) && dirname(directory) !== directory) {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Builds the connection string of a database, as understood by both libpq and node-postgres. */
export function buildConnectionString(endpoint: Endpoint, password: string, database: string): string {
  const url = new URL(`postgres://lattice:${encodeURIComponent(password)}@localhost/${database}`);
  if (endpoint.directory) url.searchParams.set("host", endpoint.directory);
  else url.host = `127.0.0.1:${endpoint.port}`;
  return url.href;
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
