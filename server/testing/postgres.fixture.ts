/**
 * A program that runs an embedded PostgreSQL for its parent process, with a replica if its argument is "replica". When
 * the parent exits or is killed, the IPC channel closes, and this program removes its data and exits.
 */
import { constants } from "node:fs";
import { access, chmod, mkdtemp, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "#server/database/embedded/index.ts";
import { PRIMARY_SETTINGS, startReplica } from "./replica.ts";

/** Tests need many connections and no durability. */
const SETTINGS = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  max_connections: "200",
  max_wal_size: "256MB",
};

/** A replica receives only what has been written to the write-ahead log. */
const REPLICATED_SETTINGS = { synchronous_commit: "on", full_page_writes: "on" };

const MEMORY_FOLDER = "/dev/shm";
const MIN_FREE_BYTES = 2 * 1024 ** 3;

/** Prefers memory if enough is free: creating a test database's 600 files was half of the server's work. */
async function chooseParentFolder(): Promise<string> {
  try {
    await access(MEMORY_FOLDER, constants.W_OK);
    const { bavail, bsize } = await statfs(MEMORY_FOLDER);
    return bavail * bsize > MIN_FREE_BYTES ? MEMORY_FOLDER : tmpdir();
  } catch {
    return tmpdir();
  }
}

let isDisconnected = false;
const disconnected = new Promise<void>((resolve) => {
  process.once("disconnect", () => {
    isDisconnected = true;
    resolve();
  });
});
if (!process.connected) throw new Error("This program must be started by postgres-server.ts.");

const hasReplica = process.argv[2] === "replica";
const folder = await mkdtemp(join(await chooseParentFolder(), "lattice-test-"));
try {
  // If this process runs as root, the server's user must be able to enter the folder.
  await chmod(folder, 0o711);
  const settings = hasReplica ? { ...SETTINGS, ...PRIMARY_SETTINGS, ...REPLICATED_SETTINGS } : SETTINGS;
  const server = await startEmbeddedPostgres({ dataDir: folder, print: () => {}, settings });
  const replica = hasReplica
    ? await startReplica({ url: server.url, dataDir: folder }, { folder: join(folder, "replica"), settings })
    : undefined;
  if (!isDisconnected) process.send?.({ url: server.url, replicaUrl: replica?.url });
  await disconnected;
  await replica?.stop();
  await server.stop();
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}
