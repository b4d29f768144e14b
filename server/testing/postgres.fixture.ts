/**
 * A program that runs an embedded PostgreSQL for its parent process. It exits with the parent and removes its data,
 * even if the parent is killed, because the IPC channel closes then.
 */
import { constants } from "node:fs";
import { access, chmod, mkdtemp, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "#server/database/embedded/index.ts";

/** No durability needed, and many connections. */
const SETTINGS = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  max_connections: "200",
  max_wal_size: "256MB",
};

const MEMORY = "/dev/shm";
const MIN_MEMORY = 2 * 1024 ** 3;

/**
 * In memory if there is enough space: each test database has 600 files, and creating them was half of the server's
 * work.
 */
async function chooseParent(): Promise<string> {
  try {
    await access(MEMORY, constants.W_OK);
    const { bavail, bsize } = await statfs(MEMORY);
    return bavail * bsize > MIN_MEMORY ? MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}

let isOver = false;
const ended = new Promise<void>((resolve) => {
  process.once("disconnect", () => {
    isOver = true;
    resolve();
  });
});
if (!process.connected) throw new Error("This program must be started by startTestServer.");

const folder = await mkdtemp(join(await chooseParent(), "lattice-test-"));
try {
  // When running as root, the server's user must be able to enter it.
  await chmod(folder, 0o711);
  const server = await startEmbeddedPostgres({ dataDir: folder, print: () => {}, settings: SETTINGS });
  if (!isOver) process.send?.({ url: server.url });
  await ended;
  await server.stop();
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}
