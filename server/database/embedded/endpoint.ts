import { chownSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { type Account, canReach } from "./account.ts";
import { EmbeddedPostgresError } from "./errors.ts";

/** Where the server listens, and nowhere else. */
export interface Endpoint {
  /** Directory of the socket, or undefined for loopback. */
  directory: string | undefined;
  port: number;
}

const PREFIX = "lattice-pg-";
/** The system's limit for a socket's whole path is 103 bytes at the least; the file's name takes 14 of them. */
const LONGEST_DIRECTORY = 85;

/** Makes a private directory for the server's socket; on Windows finds a free loopback port instead. */
export async function makeEndpoint(account: Account): Promise<Endpoint> {
  if (process.platform === "win32") return { directory: undefined, port: await freePort() };
  for (const parent of new Set([tmpdir(), "/tmp", "/var/tmp"])) {
    if (Buffer.byteLength(join(parent, PREFIX)) + 6 > LONGEST_DIRECTORY) continue;
    if (!canReach(account, parent)) continue;
    try {
      const directory = mkdtempSync(join(parent, PREFIX));
      if (account) chownSync(directory, account.uid, account.gid);
      return { directory, port: 5432 };
    } catch {
      // This one does not exist or is not writable: the next.
    }
  }
  throw new EmbeddedPostgresError(
    `PostgreSQL needs a writable folder for its socket and ${tmpdir()} is none: set TMPDIR to one with a short path.`,
  );
}

/** Removes the socket's directory, but only one that makeEndpoint made. */
export function removeEndpoint(directory: string | undefined): void {
  if (directory && basename(directory).startsWith(PREFIX) && dirname(directory) !== directory) {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** The connection string of one database, in the form that libpq and node-postgres both read. */
export function connectionString(endpoint: Endpoint, password: string, database: string): string {
  const url = new URL(`postgres://lattice:${encodeURIComponent(password)}@localhost/${database}`);
  if (endpoint.directory) url.searchParams.set("host", endpoint.directory);
  else url.host = `127.0.0.1:${endpoint.port}`;
  return url.href;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
